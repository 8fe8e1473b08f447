// References of core objects, which name an API version in v1beta1 and a group in v1beta2.
import type { AnyCluster, AnyMachine } from "./objects.ts";

/** References an object in the namespace of the object that has the reference. */
export interface ReferencedObject {
  /** apiGroup is the API group of the referenced object. */
  readonly apiGroup: string;
  /** kind is the kind of the referenced object. */
  readonly kind: string;
  /** name is the name of the referenced object. */
  readonly name: string;
}

interface AnyReference {
  readonly apiGroup?: string;
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly name?: string;
}

/** Returns the reference to the infrastructure provider's object, or undefined where there is none. */
export function infrastructureRef(object: AnyCluster | AnyMachine): ReferencedObject | undefined {
  return referenceOf(object.spec?.infrastructureRef);
}

/** Returns the reference to the control plane's object, or undefined where control plane machines stand alone. */
export function controlPlaneRef(cluster: AnyCluster): ReferencedObject | undefined {
  return referenceOf(cluster.spec?.controlPlaneRef);
}

/** Returns the reference to the bootstrap provider's object, or undefined where a Secret is given instead. */
export function bootstrapConfigRef(machine: AnyMachine): ReferencedObject | undefined {
  return referenceOf(machine.spec?.bootstrap?.configRef);
}

function referenceOf(reference: AnyReference = {}): ReferencedObject | undefined {
  const { apiGroup, apiVersion = "", kind = "", name = "" } = reference;
  return name === "" ? undefined : { apiGroup: apiGroup ?? groupOf(apiVersion), kind, name };
}

function groupOf(apiVersion: string): string {
  return apiVersion.slice(0, Math.max(apiVersion.indexOf("/"), 0));
}
