// The profile `strict` of our document: what Cluster API's client and the decoders of Go demand beyond Cluster API's own document.
import { isJsonObject, type JSONObject, type JSONValue } from "@capstan/kube";
import { expect, test } from "vitest";
import { hooksOpenApi } from "../../openapi.ts";

const { paths, components } = hooksOpenApi("strict");
const prefix = "sigs.k8s.io.cluster-api.api.runtime.hooks.v1alpha1.";

/** Every object of a value, with its path. */
function objectsOf(value: JSONValue | undefined, path: string = ""): [path: string, object: JSONObject][] {
  if (Array.isArray(value)) return value.flatMap((each, index) => objectsOf(each, `${path}/${index}`));
  if (!isJsonObject(value)) return [];
  return [[path, value], ...Object.entries(value).flatMap(([key, each]) => objectsOf(each, `${path}/${key}`))];
}

const document: JSONObject = JSON.parse(JSON.stringify({ paths, components }));
const objects = objectsOf(document);

test("nothing stands beside a reference, where OpenAPI 3.0 ignores it", () => {
  const references = objects.filter(([, { $ref }]) => typeof $ref === "string");
  expect(references.length).toBeGreaterThan(150);
  expect(references.filter(([, object]) => Object.keys(object).length > 1)).toEqual([]);
});

test("every reference is to a component that is there", () => {
  const names = objects.flatMap(([, { $ref }]) => (typeof $ref === "string" ? [$ref] : []));
  const known = Object.keys(components.schemas).map((name) => `#/components/schemas/${name}`);
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
});

test("numbers of 32 bits have bounds", () => {
  const numbers = objects.filter(([, { format }]) => format === "int32");
  expect(numbers.length).toBeGreaterThan(30);
  expect(numbers.filter(([, { minimum, maximum }]) => minimum === undefined || maximum === undefined)).toEqual([]);
});

test("what discovery checks of a handler stands in its schema", () => {
  expect(components.schemas[`${prefix}ExtensionHandler`]?.properties).toMatchObject({
    name: { maxLength: 63, pattern: "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$" },
    timeoutSeconds: { minimum: 0, maximum: 30 },
    failurePolicy: { enum: ["Fail", "Ignore"] },
  });
});

test("every hook has the timeout, a body that is required, and answers that are errors", () => {
  expect(Object.keys(paths)).toHaveLength(17);
  for (const { post } of Object.values(paths)) {
    expect(post).toMatchObject({ requestBody: { required: true }, responses: { "200": {}, default: {} } });
    expect(isJsonObject(post) && post["parameters"]).toContainEqual(
      expect.objectContaining({ in: "query", name: "timeout", required: false }),
    );
  }
});

test("a variable names the schema of the value of builtin", () => {
  expect(components.schemas[`${prefix}Variable`]?.properties?.["value"]).toMatchObject({
    "x-capstan-variables": { builtin: { $ref: `#/components/schemas/${prefix}Builtins` } },
  });
  expect(Object.keys(components.schemas[`${prefix}Builtins`]?.properties ?? {})).toEqual([
    "cluster",
    "controlPlane",
    "machineDeployment",
    "machinePool",
  ]);
});

test("beyond that, both documents have the same hooks and components", () => {
  const upstream = hooksOpenApi("upstream");
  expect(Object.keys(paths)).toEqual(Object.keys(upstream.paths));
  const more = Object.keys(components.schemas).filter((name) => upstream.components.schemas[name] === undefined);
  expect(more.filter((name) => !name.includes("Builtin"))).toEqual([]);
  expect(Object.keys(components.schemas)).toHaveLength(Object.keys(upstream.components.schemas).length + more.length);
});
