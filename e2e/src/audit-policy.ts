// What the audit log keeps: the bodies of core's writes to the objects that the examples work with (core-sim is compared
// with those), and of every other request only who asked for what and how it ended.

const coreAccount = "system:serviceaccount:capi-system:capi-manager";
const writes = ["create", "update", "patch", "delete"];

/** The audit policy of the management clusters. */
export const auditPolicy: object = {
  apiVersion: "audit.k8s.io/v1",
  kind: "Policy",
  omitStages: ["RequestReceived"],
  rules: [
    {
      level: "Request",
      users: [coreAccount],
      verbs: writes,
      resources: [
        { group: "infrastructure.cluster.x-k8s.io" },
        { group: "cluster.x-k8s.io" },
        { group: "", resources: ["secrets"] },
      ],
    },
    { level: "Metadata" },
  ],
};
