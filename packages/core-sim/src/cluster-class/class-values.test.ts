// What core's webhook accepts of schemas of variables, though definitions of kinds may not have it, and what it says of JSON patches without a value.
import type { ClusterClass } from "@capstan/api/core/v1beta2";
import { deepClone, type JSONValue } from "@capstan/kube";
import { expect, test } from "vitest";
import { clusterClass } from "../../test/class-objects.ts";
import { rejectedClass } from "./rejected-class.ts";

function classWith(openAPIV3Schema: object): ClusterClass {
  const changed = deepClone(clusterClass);
  changed.spec.variables = [{ name: "size", required: false, schema: { openAPIV3Schema } }];
  return changed;
}

const ofObjects = (a: object): object => ({ type: "object", properties: { a } });
const text = { type: "string" };

test.each<[string, object]>([
  ["unique items", { type: "array", uniqueItems: true, items: text }],
  ["fields that are not preserved", { type: "object", "x-kubernetes-preserve-unknown-fields": false }],
  ["notes in alternatives", { ...text, oneOf: [{ description: "a", title: "b", nullable: true, maxLength: 3 }] }],
  ["notes in what is excluded", { ...text, not: { description: "a", enum: ["x"] } }],
  ["a default that is null", ofObjects({ ...text, default: null })],
  ["an enum with null", { ...text, enum: ["a", null] }],
  ["foreign keywords", ofObjects({ type: "array", items: text, "x-kubernetes-list-type": "map" })],
  ["rules in CEL", ofObjects({ ...text, "x-kubernetes-validations": [{ rule: "" }] })],
])("a variable with %s is accepted", (_, schema) => {
  expect(rejectedClass(classWith(schema))).toBeUndefined();
});

test("a property counts whatever its name is", () => {
  const at = "spec.variables[size].schema.openAPIV3Schema.properties[example].type";
  const schema = { type: "object", properties: { example: {} } };
  expect(rejectedClass(classWith(schema))).toContain(`${at}: Required value: must not be empty for specified object`);
});

test("a JSON patch with null for a value has none", () => {
  const patched = (value: JSONValue): string | undefined => {
    const changed = classWith(text);
    const jsonPatches = [{ op: "add" as const, path: "/spec/a", value }];
    const selector = {
      apiVersion: "infrastructure.cluster.x-k8s.io/v1beta2",
      kind: "DevMachineTemplate",
      matchResources: { controlPlane: true },
    };
    changed.spec.patches = [{ name: "one", definitions: [{ selector, jsonPatches }] }];
    return rejectedClass(changed);
  };
  const written = JSON.stringify(JSON.stringify({ op: "add", path: "/spec/a" }, undefined, 2));
  const problem = `Invalid value: ${written}: jsonPatch must define one of value or valueFrom`;
  expect(patched(null)).toContain(problem);
  expect(patched(false) ?? "").not.toContain("jsonPatch must define");
});
