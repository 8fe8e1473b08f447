// The built-in kinds that are served, one row each. They have no schema: they are named, versioned, stored and watched.
import { dnsLabel1123Problems, dnsSubdomainProblems } from "@capstan/schema/structural";
import type { ApiKind } from "./api-kind.ts";
import { behaviors } from "./builtin-behavior.ts";

interface Row {
  readonly plural: string;
  readonly kind: string;
  readonly cluster?: true;
  readonly status?: true;
  /** Whether metadata.generation counts. */
  readonly counted?: true;
  /** Whether a PUT must set resourceVersion. */
  readonly conditional?: true;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly fields?: readonly string[];
}

const eventFields = [
  "involvedObject.kind",
  "involvedObject.namespace",
  "involvedObject.name",
  "involvedObject.uid",
  "reason",
  "source",
  "type",
];

const rows: Readonly<Record<string, readonly Row[]>> = {
  v1: [
    { plural: "configmaps", kind: "ConfigMap", shortNames: ["cm"] },
    { plural: "endpoints", kind: "Endpoints", shortNames: ["ep"] },
    { plural: "events", kind: "Event", shortNames: ["ev"], fields: eventFields },
    {
      plural: "namespaces",
      kind: "Namespace",
      cluster: true,
      status: true,
      shortNames: ["ns"],
      fields: ["status.phase"],
    },
    { plural: "nodes", kind: "Node", cluster: true, status: true, shortNames: ["no"], fields: ["spec.unschedulable"] },
    {
      plural: "pods",
      kind: "Pod",
      status: true,
      shortNames: ["po"],
      categories: ["all"],
      fields: ["spec.nodeName", "status.phase"],
    },
    { plural: "persistentvolumeclaims", kind: "PersistentVolumeClaim", status: true, shortNames: ["pvc"] },
    { plural: "persistentvolumes", kind: "PersistentVolume", cluster: true, status: true, shortNames: ["pv"] },
    { plural: "secrets", kind: "Secret", fields: ["type"] },
    { plural: "serviceaccounts", kind: "ServiceAccount", shortNames: ["sa"] },
    { plural: "services", kind: "Service", status: true, shortNames: ["svc"], categories: ["all"] },
  ],
  "apps/v1": [
    { plural: "daemonsets", kind: "DaemonSet", status: true, counted: true, shortNames: ["ds"], categories: ["all"] },
    {
      plural: "deployments",
      kind: "Deployment",
      status: true,
      counted: true,
      shortNames: ["deploy"],
      categories: ["all"],
    },
    { plural: "replicasets", kind: "ReplicaSet", status: true, counted: true, shortNames: ["rs"], categories: ["all"] },
    {
      plural: "statefulsets",
      kind: "StatefulSet",
      status: true,
      counted: true,
      shortNames: ["sts"],
      categories: ["all"],
    },
  ],
  "coordination.k8s.io/v1": [{ plural: "leases", kind: "Lease", conditional: true }],
  "events.k8s.io/v1": [{ plural: "events", kind: "Event", shortNames: ["ev"] }],
  "rbac.authorization.k8s.io/v1": [
    { plural: "clusterroles", kind: "ClusterRole", cluster: true },
    { plural: "clusterrolebindings", kind: "ClusterRoleBinding", cluster: true },
    { plural: "roles", kind: "Role" },
    { plural: "rolebindings", kind: "RoleBinding" },
  ],
  "storage.k8s.io/v1": [{ plural: "volumeattachments", kind: "VolumeAttachment", cluster: true, status: true }],
  "apiextensions.k8s.io/v1": [
    {
      plural: "customresourcedefinitions",
      kind: "CustomResourceDefinition",
      conditional: true,
      cluster: true,
      status: true,
      counted: true,
      shortNames: ["crd", "crds"],
      categories: ["api-extensions"],
    },
  ],
  "admissionregistration.k8s.io/v1": [
    {
      plural: "mutatingwebhookconfigurations",
      kind: "MutatingWebhookConfiguration",
      conditional: true,
      cluster: true,
      counted: true,
      categories: ["api-extensions"],
    },
    {
      plural: "validatingwebhookconfigurations",
      kind: "ValidatingWebhookConfiguration",
      conditional: true,
      cluster: true,
      counted: true,
      categories: ["api-extensions"],
    },
  ],
};

/** Every built-in kind. */
export function builtinKinds(): ApiKind[] {
  return Object.entries(rows).flatMap(([apiVersion, kinds]) => kinds.map((row) => builtinKind(apiVersion, row)));
}

function builtinKind(apiVersion: string, row: Row): ApiKind {
  const slash = apiVersion.indexOf("/");
  const group = slash < 0 ? "" : apiVersion.slice(0, slash);
  const version = apiVersion.slice(slash + 1);
  const singular = row.kind.toLowerCase();
  return {
    group,
    plural: row.plural,
    singular,
    kind: row.kind,
    listKind: `${row.kind}List`,
    scope: row.cluster === true ? "Cluster" : "Namespaced",
    shortNames: row.shortNames ?? [],
    categories: row.categories ?? [],
    versions: [{ name: version, served: true, status: row.status === true, selectableFields: row.fields ?? [] }],
    storageVersion: version,
    read: (written) => written,
    convert: (object) => object,
    unconditionalUpdate: row.conditional !== true,
    counted: row.counted === true,
    nameProblems:
      row.kind === "Namespace"
        ? dnsLabel1123Problems
        : group === "rbac.authorization.k8s.io"
          ? pathSegmentProblems
          : dnsSubdomainProblems,
    ...behaviors[`${group}/${row.kind}`],
  };
}

/** Names of RBAC kinds may contain colons and capital letters, but must be valid path segments. */
function pathSegmentProblems(name: string): string[] {
  if (name === "." || name === "..") return [`may not be '${name}'`];
  return ["/", "%"]
    .filter((character) => name.includes(character))
    .map((character) => `may not contain '${character}'`);
}
