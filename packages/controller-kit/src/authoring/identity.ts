// Identities: objects of the whole cluster that name credentials, and the namespaces that may use them.
import type { AllowedNamespaces } from "@capstan/contract";
import type { KubeObject } from "@capstan/kube";
import type { DeclaredFor } from "./typed-client.ts";

/** A kind of identity: an object of the whole cluster that names credentials, and the namespaces that may use them. */
export interface IdentityObject extends KubeObject {
  readonly spec?: { readonly allowedNamespaces?: AllowedNamespaces };
}

/** An identity that may be used, or why it may not, for a condition. */
export type IdentityAccess<T> =
  | { readonly allowed: true; readonly identity: T }
  | {
      readonly allowed: false;
      readonly reason: "IdentityNotFound" | "NamespaceNotAllowed";
      readonly message: string;
    };

/** The resource itself when its kind and Namespace are declared, otherwise the line that the compiler prints. */
export type IdentityFor<T extends KubeObject, Kinds extends string> = "Namespace" extends Kinds
  ? DeclaredFor<T, Kinds>
  : "rbac/undeclared: Namespace is not declared in `watches`: add gets(Namespace)";
