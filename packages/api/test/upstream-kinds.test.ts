// Our CRDs against what Cluster API's own Go types say (tools/peers/api-kinds writes facts.json by reflection): every kind in every
// version, and of each the fields, their types and what is required. Bounds are compared by crds.corpus.test.ts.
import { readFileSync } from "node:fs";
import type { CustomResourceDefinition, JSONSchema } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { coreCrds, kubeadmCrds } from "../src/crds.ts";

interface Facts {
  readonly source: string;
  readonly kinds: Readonly<Record<string, Readonly<Record<string, FactSchema>>>>;
  readonly components: Readonly<Record<string, FactSchema>>;
}

interface FactSchema {
  readonly type?: string;
  readonly format?: string;
  readonly ref?: string;
  readonly oneOf?: readonly string[];
  readonly items?: FactSchema;
  readonly additionalProperties?: FactSchema;
  readonly properties?: Readonly<Record<string, FactSchema>>;
  readonly required?: readonly string[];
}

const facts = JSON.parse(
  readFileSync(new URL("../../../tools/peers/api-kinds/facts.json", import.meta.url), "utf8"),
) as Facts;

/** Differences without an effect, by kind. */
const known: Readonly<Record<string, readonly string[]>> = {
  // A CRD gives Go's `int` no width.
  "ipam.cluster.x-k8s.io/v1alpha1 IPAddress": [".spec.prefix: integer int32, ours integer"],
  "ipam.cluster.x-k8s.io/v1beta1 IPAddress": [".spec.prefix: integer int32, ours integer"],
};

interface OwnKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly schema: JSONSchema | undefined;
}

const own: readonly OwnKind[] = [...coreCrds(), ...kubeadmCrds()].flatMap(kindsOf);

function kindsOf({ spec }: CustomResourceDefinition): OwnKind[] {
  return spec.versions.map(({ name, schema }) => ({
    apiVersion: `${spec.group}/${name}`,
    kind: spec.names.kind,
    schema: schema?.openAPIV3Schema,
  }));
}

/** The type of a value in one word: of the Go type, or of the schema. */
function wordOf({ type, format, oneOf }: FactSchema): string {
  if (oneOf !== undefined) return "integer or string";
  return [type ?? "anything", format].filter((word) => word !== undefined && word !== "").join(" ");
}

function ownWordOf(schema: JSONSchema): string {
  if (schema["x-kubernetes-int-or-string"] === true) return "integer or string";
  return [schema.type ?? "anything", schema.format].filter((word) => word !== undefined).join(" ");
}

function objectOf(schema: boolean | JSONSchema | undefined): JSONSchema | undefined {
  return typeof schema === "object" ? schema : undefined;
}

/** The Go types that a path leads through. */
type Through = readonly string[];

/** Whether a type contains itself, which a CRD cannot say: it keeps unknown fields instead. */
function containsItself({ ref, items, additionalProperties }: FactSchema, through: Through): boolean {
  if (ref !== undefined && through.includes(ref)) return true;
  return [items, additionalProperties].some((child) => child !== undefined && containsItself(child, through));
}

/** What differs at a path and below it. */
function differences(fact: FactSchema, schema: JSONSchema, path: string, through: Through): string[] {
  const { ref } = fact;
  if (schema["x-kubernetes-preserve-unknown-fields"] === true && containsItself(fact, through)) return [];
  if (ref !== undefined) return differences(facts.components[ref] ?? {}, schema, path, [...through, ref]);
  const [a, b] = [wordOf(fact), ownWordOf(schema)];
  const { additionalProperties: values } = schema;
  return [
    ...(a === b ? [] : [`${path}: ${a}, ours ${b}`]),
    ...differencesOfFields(fact, schema, path, through),
    ...differencesBelow(fact.items, schema.items, `${path}[]`, through),
    ...differencesBelow(fact.additionalProperties, objectOf(values), `${path}{}`, through),
  ];
}

function differencesBelow(
  fact: FactSchema | undefined,
  schema: JSONSchema | undefined,
  path: string,
  through: Through,
): string[] {
  if (fact === undefined && schema === undefined) return [];
  if (fact === undefined || schema === undefined) return [`${path}: only ${fact === undefined ? "ours" : "theirs"}`];
  return differences(fact, schema, path, through);
}

function differencesOfFields(fact: FactSchema, schema: JSONSchema, path: string, through: Through): string[] {
  const { properties: theirs = {} } = fact;
  const { properties: ours = {} } = schema;
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])];
  return names.flatMap((name) => {
    const [a, b] = [fact.required?.includes(name) ?? false, schema.required?.includes(name) ?? false];
    const here = `${path}.${name}`;
    return [
      ...(a === b ? [] : [`${here}: ${a ? "required" : "optional"}, ours ${b ? "required" : "optional"}`]),
      ...differencesBelow(theirs[name], ours[name], here, through),
    ];
  });
}

/** The schema without what every object has. */
function withoutMeta(schema: JSONSchema | undefined): JSONSchema {
  const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...properties } = schema?.properties ?? {};
  return { ...schema, properties };
}

test("every kind is there in every version, and no other", () => {
  const theirs = Object.entries(facts.kinds).flatMap(([version, kinds]) =>
    Object.keys(kinds).map((kind) => `${version} ${kind}`),
  );
  expect(theirs).toHaveLength(36);
  expect(own.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`).toSorted()).toEqual(theirs.toSorted());
});

test.each(own)("$apiVersion $kind", ({ apiVersion, kind, schema }) => {
  const fact = facts.kinds[apiVersion]?.[kind] ?? {};
  expect(differences(fact, withoutMeta(schema), "", [])).toEqual(known[`${apiVersion} ${kind}`] ?? []);
});
