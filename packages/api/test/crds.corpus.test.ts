// The CRDs generated from our types against Cluster API's own, when the corpus lies beside the repository: every kind in every
// version, the same fields, types, bounds and CEL rules, but for the differences listed here. Words are left out: they are ours.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { CustomResourceDefinition, CustomResourceDefinitionVersion, JSONSchema } from "@capstan/kube/builtin";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

const corpus = fileURLToPath(new URL("../../../../shared/corpus/crds/kubernetes-sigs__cluster-api/", import.meta.url));
const present = existsSync(corpus);

const ours = new URL("../generated/crds/", import.meta.url);

/** The API groups of the module sigs.k8s.io/cluster-api/api; the corpus has those of clusterctl, the test providers and tests too. */
const groups =
  /^(?:(?:addons|bootstrap|controlplane|ipam|runtime)\.)?cluster\.x-k8s\.io_(?<plural>[a-z]+)\.(?:json|yaml)$/;

const judged = [
  "type",
  "format",
  "enum",
  "pattern",
  "required",
  "default",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
  "minimum",
  "maximum",
  "x-kubernetes-list-type",
  "x-kubernetes-list-map-keys",
  "x-kubernetes-map-type",
  "x-kubernetes-int-or-string",
  "x-kubernetes-preserve-unknown-fields",
] as const;

/** What of a version is compared beside its schema. */
const judgedOfVersion = ["storage", "served", "deprecated", "deprecationWarning", "subresources"] as const;

/** What our types say more narrowly than core's: the values that Go declares as constants and does not enforce. */
const narrower =
  /conditions\[\]\.(?:severity|status): (?:enum|maxLength)|[cC]onditions\[\]\.status: (?:enum|minLength)|operator: enum/;

/** Differences that have no effect, by file and version. */
const known: Readonly<Record<string, readonly string[]>> = {
  // Every object that the API server takes has metadata.
  "cluster.x-k8s.io_machinedrainrules v1beta1": [': required ["metadata","spec"], ours ["spec"]'],
  "cluster.x-k8s.io_machinedrainrules v1beta2": [': required ["metadata","spec"], ours ["spec"]'],
  // A status subresource of a kind that has no status.
  "addons.cluster.x-k8s.io_clusterresourcesetbindings v1beta1": ['subresources {"status":{}}, ours {}'],
};

function differences(theirs: JSONSchema = {}, own: JSONSchema = {}, path = ""): string[] {
  const here = judged.flatMap((key) => differenceIn(`${path}: ${key}`, theirs[key], own[key]));
  const rules = differenceIn(`${path}: rules`, rulesOf(theirs), rulesOf(own));
  const names = new Set([...Object.keys(theirs.properties ?? {}), ...Object.keys(own.properties ?? {})]);
  const fields = [...names].flatMap((name) => {
    const [a, b] = [theirs.properties?.[name], own.properties?.[name]];
    return a === undefined || b === undefined
      ? [`${path}.${name}: only ${a === undefined ? "ours" : "theirs"}`]
      : differences(a, b, `${path}.${name}`);
  });
  const items = differencesBelow(theirs.items, own.items, `${path}[]`);
  const values = differencesBelow(
    objectOf(theirs.additionalProperties),
    objectOf(own.additionalProperties),
    `${path}{}`,
  );
  return [...here, ...rules, ...fields, ...items, ...values].filter((line) => !narrower.test(line));
}

function differencesBelow(theirs: JSONSchema | undefined, own: JSONSchema | undefined, path: string): string[] {
  return theirs === undefined && own === undefined ? [] : differences(theirs, own, path);
}

function differenceIn(what: string, theirs: unknown, own: unknown): string[] {
  const [a, b] = [canonical(theirs), canonical(own)];
  return a === b ? [] : [`${what} ${a}, ours ${b}`];
}

function objectOf(schema: boolean | JSONSchema | undefined): JSONSchema | undefined {
  return typeof schema === "object" ? schema : undefined;
}

function rulesOf(schema: JSONSchema): string[] | undefined {
  return schema["x-kubernetes-validations"]?.map(({ rule }) => rule);
}

function canonical(value: unknown): string {
  if (value === undefined) return "nothing";
  // The order of these lists has no meaning; their items are strings.
  return JSON.stringify(
    Array.isArray(value) ? value.map(String).toSorted((a, b) => (a < b ? -1 : 1)) : keysSorted(value),
  );
}

function keysSorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, child]) => [key, keysSorted(child)]),
  );
}

function differencesOfVersion(theirs: CustomResourceDefinitionVersion, own: CustomResourceDefinitionVersion): string[] {
  return [
    ...differences(theirs.schema?.openAPIV3Schema, own.schema?.openAPIV3Schema),
    ...judgedOfVersion.flatMap((key) => differenceIn(key, theirs[key], own[key])),
  ];
}

function jsonFiles(folder: URL): string[] {
  return readdirSync(folder).filter((name) => name.endsWith(".json"));
}

const read = (file: URL): CustomResourceDefinition => JSON.parse(readFileSync(file, "utf8"));

const files = [
  ...jsonFiles(ours).map((name) => ({ name: name.slice(0, -".json".length), url: new URL(name, ours) })),
  ...jsonFiles(new URL("kubeadm/", ours)).map((name) => ({
    name: name.slice(0, -".json".length),
    url: new URL(`kubeadm/${name}`, ours),
  })),
];

describe.skipIf(!present)("Cluster API's CRDs", () => {
  test("each has one of ours", () => {
    const theirs = readdirSync(corpus).filter((name) => groups.test(name));
    expect(files.map(({ name }) => `${name}.yaml`).toSorted()).toEqual(theirs.toSorted());
  });

  test.each(files)("$name", ({ name, url }) => {
    const theirs = parse(readFileSync(`${corpus}${name}.yaml`, "utf8")) as CustomResourceDefinition;
    const own = read(url);
    const versionsOf = (crd: CustomResourceDefinition): string[] => crd.spec.versions.map((version) => version.name);
    expect(versionsOf(own)).toEqual(versionsOf(theirs));
    const found = own.spec.versions.map((version, index) => {
      // The names are the same in the same order.
      const other = theirs.spec.versions[index]!;
      return [`${name} ${version.name}`, differencesOfVersion(other, version)] as const;
    });
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(found.map(([of]) => [of, known[of] ?? []])));
    expect({ names: own.spec.names, scope: own.spec.scope }).toEqual({
      names: theirs.spec.names,
      scope: theirs.spec.scope,
    });
  });
});
