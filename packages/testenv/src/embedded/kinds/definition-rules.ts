// How CustomResourceDefinitions are written: defaults for names and conversion, and the API server's validation.
import { deepClone, isJsonObject } from "@capstan/kube";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { crdFieldErrors, dnsSubdomainProblems } from "@capstan/schema/structural";
import type { KindBehavior } from "./api-kind.ts";
import { newDefinitionErrors } from "./right-definitions.ts";

/** Keeps a definition until its objects are deleted. */
export const cleanupFinalizer = "customresourcecleanup.apiextensions.k8s.io";

/** The behavior of CustomResourceDefinitions. */
export const customKindRules: Partial<KindBehavior> = {
  nameProblems: dnsSubdomainProblems,
  prepare: (object, write) => {
    // What a migrator writes: the versions that objects may still be stored in.
    if (write?.subresource === "status") return;
    // Validation rejects a definition without a usable spec later.
    const { spec } = object as Partial<CustomResourceDefinition>;
    if (spec?.names?.kind === undefined) return;
    spec.names = { singular: spec.names.kind.toLowerCase(), listKind: `${spec.names.kind}List`, ...spec.names };
    spec.conversion ??= { strategy: "None" };
    const service = spec.conversion.webhook?.clientConfig?.service;
    if (service !== undefined) service.port ??= 443;
    object["status"] = deepClone(write?.old["status"]) ?? freshStatus(spec, object.metadata.creationTimestamp);
    const status = object["status"];
    const storage = spec.versions?.find((version) => version.storage)?.name;
    if (isJsonObject(status) && storage !== undefined) status["storedVersions"] = withVersion(status, storage);
  },
  beforeDelete: (object) => {
    const finalizers = object.metadata.finalizers ?? [];
    if (!finalizers.includes(cleanupFinalizer)) object.metadata.finalizers = [...finalizers, cleanupFinalizer];
  },
  validate: (object, old) =>
    // The stored definition was valid when it was written.
    old === undefined
      ? newDefinitionErrors(object)
      : crdFieldErrors(object, old as unknown as CustomResourceDefinition),
};

/** The versions that objects were ever stored in, the present one included. */
function withVersion({ storedVersions }: Readonly<Record<string, unknown>>, storage: string): unknown[] {
  const stored: unknown[] = Array.isArray(storedVersions) ? storedVersions : [];
  return stored.includes(storage) ? stored : [...stored, storage];
}

/** The kind is established and served at once, when its definition is created. */
function freshStatus(
  spec: CustomResourceDefinition["spec"],
  lastTransitionTime = "",
): CustomResourceDefinition["status"] {
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
