// A CRD with all that has strings: fields, a list map, a map, a status.
import { pluralOfKind } from "@capstan/kube";
import type { CustomResourceDefinition, JSONSchema } from "@capstan/kube/builtin";
import { apiVersionDescription, kindDescription } from "../schema/root-schema.ts";

/** A valid CRD of this kind in test.capstan.dev. */
export function crdOfKind(kind: string): CustomResourceDefinition {
  const lower = kind.toLowerCase();
  const plural = pluralOfKind(kind);
  const spec: JSONSchema = {
    type: "object",
    properties: {
      text: { type: "string", description: "text is a string." },
      list: {
        type: "array",
        items: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["name"],
      },
      replicas: { type: "integer", format: "int32" },
      map: { type: "object", additionalProperties: { type: "string" } },
    },
  };
  const status: JSONSchema = {
    type: "object",
    properties: { replicas: { type: "integer", format: "int32" }, selector: { type: "string" } },
  };
  const properties = {
    apiVersion: { type: "string", description: apiVersionDescription },
    kind: { type: "string", description: kindDescription },
    metadata: { type: "object" },
    spec,
    status,
  };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.test.capstan.dev` },
    spec: {
      group: "test.capstan.dev",
      names: { kind, listKind: `${kind}List`, plural, singular: lower },
      scope: "Namespaced",
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", properties } },
          subresources: { status: {} },
        },
      ],
    },
  };
}
