// How CustomResourceDefinitions are written: names and conversion are completed, and the whole is judged by the API server's
// own rules. Serving the kinds they define is custom-kinds.ts's work.
import { deepClone } from "@capstan/kube";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { crdFieldErrors, dnsSubdomainProblems } from "@capstan/schema/structural";
import type { KindBehaviour } from "./api-kind.ts";

/** Holds a definition until its objects are gone. */
export const cleanupFinalizer = "customresourcecleanup.apiextensions.k8s.io";

/** The behaviour of CustomResourceDefinitions. */
export const customKindRules: Partial<KindBehaviour> = {
  nameProblems: dnsSubdomainProblems,
  prepare: (object, write) => {
    const { spec } = object as Partial<CustomResourceDefinition>;
    // A definition without a usable spec is refused by the validation that follows.
    if (spec?.names?.kind === undefined) return;
    spec.names = { singular: spec.names.kind.toLowerCase(), listKind: `${spec.names.kind}List`, ...spec.names };
    spec.conversion ??= { strategy: "None" };
    const service = spec.conversion.webhook?.clientConfig?.service;
    if (service !== undefined) service.port ??= 443;
    object["status"] = deepClone(write?.old["status"]) ?? freshStatus(spec);
    const { storedVersions = [] } = object["status"] as NonNullable<CustomResourceDefinition["status"]>;
    const storage = spec.versions?.find((version) => version.storage)?.name;
    if (storage !== undefined && !storedVersions.includes(storage))
      (object["status"] as { storedVersions: string[] }).storedVersions = [...storedVersions, storage];
  },
  beforeDelete: (object) => {
    const finalizers = object.metadata.finalizers ?? [];
    if (!finalizers.includes(cleanupFinalizer)) object.metadata.finalizers = [...finalizers, cleanupFinalizer];
  },
  validate: (object, old) => crdFieldErrors(object, old as unknown as CustomResourceDefinition | undefined),
};

/** Names are accepted and the kind is served at once: nothing else in this server could claim them in between. */
function freshStatus(spec: CustomResourceDefinition["spec"]): CustomResourceDefinition["status"] {
  const lastTransitionTime = new Date().toISOString().replace(/\.\d+Z$/, "Z");
  return {
    acceptedNames: deepClone(spec.names),
    storedVersions: [],
    conditions: [
      {
        type: "NamesAccepted",
        status: "True",
        reason: "NoConflicts",
        message: "no conflicts found",
        lastTransitionTime,
      },
      {
        type: "Established",
        status: "True",
        reason: "InitialNamesAccepted",
        message: "the initial names have been accepted",
        lastTransitionTime,
      },
    ],
  };
}
