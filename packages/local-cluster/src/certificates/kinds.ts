// The kinds of cert-manager that release files use: types, and definitions that keep unknown fields.
import { type Condition, type KubeObject, type Resource, resourceOf } from "@capstan/kube";

/** Signs certificates of its namespace; only `selfSigned` is supported. */
export interface Issuer extends KubeObject<"cert-manager.io/v1", "Issuer"> {
  spec?: { selfSigned?: object };
  status?: { conditions?: Partial<Condition>[] };
}
export const Issuer: Resource<Issuer> = resourceOf("cert-manager.io/v1", "Issuer");

/** Requests a key pair in a Secret. */
export interface Certificate extends KubeObject<"cert-manager.io/v1", "Certificate"> {
  spec?: {
    secretName?: string;
    commonName?: string;
    dnsNames?: string[];
    ipAddresses?: string[];
    issuerRef?: { kind?: string; name?: string };
  };
  status?: { conditions?: Partial<Condition>[] };
}
export const Certificate: Resource<Certificate> = resourceOf("cert-manager.io/v1", "Certificate");

const anything = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

/** Definitions of Issuer and Certificate. */
export function certificateCrds(): object[] {
  return [definition("Issuer", "issuers"), definition("Certificate", "certificates")];
}

function definition(kind: string, plural: string): object {
  const version = {
    name: "v1",
    served: true,
    storage: true,
    schema: { openAPIV3Schema: anything },
    subresources: { status: {} },
  };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.cert-manager.io` },
    spec: { group: "cert-manager.io", scope: "Namespaced", names: { kind, plural }, versions: [version] },
  };
}
