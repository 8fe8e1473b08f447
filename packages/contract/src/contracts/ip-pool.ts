// A pool of IP addresses: the kind that IPAddressClaim.spec.poolRef refers to. Core reads nothing of it. `as const`: tsc prints these strings.
import type { Explained } from "./kind-contract.ts";
import { commonRules } from "./shared-rules.ts";

/** Fields and bounds of an IP pool. */
export const ipPool = {
  about:
    "A pool of addresses. Core reads nothing of it, so it follows no contract; core owns the claims and the addresses.",
  rules: "ipam",
  definer: "defineIPPool",
  annotation: "Resource<FooIPPool>",
  suffix: "",
  isReadByContract: false,
  flag: "",
  template: "none",
  workflow: {
    kit: "ipPool",
    references: [],
    gates: [],
    watches: ["cluster", "claims"],
    parts: { cluster: ["pause"] },
    results: ["allocated", "exhausted", "poolNotReady"],
    conditions: ["Ready", "Paused"],
    failedReason: "AllocationFailed",
    grants: { objects: ["get", "list", "patch", "watch"], secrets: [], creates: ["IPAddress"] },
    mayBeExternal: false,
    isPausedByAnnotation: true,
  },
  fields: [
    {
      name: "status",
      rule: "pool-crd",
      contracts: ["v1beta2"],
      path: "status",
      writer: "provider",
      readBy: "users",
      shape: "object",
      missing: { message: "the object has no status", help: "add `status?: FooStatus` to the object" },
      wrong: { message: "status is not an object", help: "type it as an interface" },
      required: { message: "status is required, but an object is created without one", help: "make it optional" },
    },
    {
      name: "conditions",
      rule: "pool-conditions",
      contracts: ["v1beta2"],
      path: "status.conditions",
      writer: "provider",
      readBy: "users",
      shape: "kubernetesConditions",
      missing: { message: "the status has no conditions", help: "add `conditions?: Condition[]` to the status" },
      wrong: {
        message: "status.conditions is not a list of conditions without a severity",
        help: "type it `Condition[]`",
      },
    },
  ],
  bounds: [
    {
      rule: "pool-conditions",
      contracts: ["v1beta2"],
      path: "status.conditions",
      demand: { listMapKeys: ["type"] },
      message: "status.conditions is not keyed by type",
      help: "add `@listType map` and `@listMapKey type` to it",
    },
  ],
} as const;

/** What the rules of an IP pool demand, and why. */
export const ipPoolRules: Explained<typeof ipPool> = {
  "pool-crd": {
    ...commonRules["spec-and-status"],
    explain: `${commonRules["spec-and-status"].explain} A pool has no contract label: core finds the CRD by the kind that a claim names.`,
  },
  "pool-conditions": {
    severity: "error",
    message: "the pool has no conditions, or they do not have Kubernetes' shape",
    help: "add `conditions?: Condition[]` to the status",
    explain: "Ready says whether addresses can be allocated from the pool. Users and claims read it; core does not.",
  },
};
