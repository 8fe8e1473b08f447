// The CRDs generated from our types against core's own, when the corpus lies beside the repository: the same fields, types
// and bounds, but for the differences listed here. Descriptions and CEL rules are left out.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { CustomResourceDefinition, JSONSchema } from "@capstan/kube/builtin";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

const corpus = fileURLToPath(new URL("../../../../shared/corpus/crds/kubernetes-sigs__cluster-api/", import.meta.url));
const present = existsSync(corpus);

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

/** What our types say more narrowly than core's: the values that Go declares as constants and does not enforce. */
const narrower =
  /conditions\[\]\.(?:severity|status): (?:enum|maxLength)|[cC]onditions\[\]\.status: (?:enum|minLength)|operator: enum/;

function differences(theirs: JSONSchema = {}, ours: JSONSchema = {}, path = ""): string[] {
  const here = judged
    .filter((key) => canonical(theirs[key]) !== canonical(ours[key]))
    .map((key) => `${path}: ${key} ${canonical(theirs[key])}, ours ${canonical(ours[key])}`);
  const names = new Set([...Object.keys(theirs.properties ?? {}), ...Object.keys(ours.properties ?? {})]);
  const fields = [...names].flatMap((name) => {
    const [a, b] = [theirs.properties?.[name], ours.properties?.[name]];
    return a === undefined || b === undefined
      ? [`${path}.${name}: only ${a === undefined ? "ours" : "theirs"}`]
      : differences(a, b, `${path}.${name}`);
  });
  const items = differencesBelow(theirs.items, ours.items, `${path}[]`);
  const values = differencesBelow(
    objectOf(theirs.additionalProperties),
    objectOf(ours.additionalProperties),
    `${path}{}`,
  );
  return [...here, ...fields, ...items, ...values].filter((line) => !narrower.test(line));
}

function differencesBelow(theirs: JSONSchema | undefined, ours: JSONSchema | undefined, path: string): string[] {
  return theirs === undefined && ours === undefined ? [] : differences(theirs, ours, path);
}

function objectOf(schema: boolean | JSONSchema | undefined): JSONSchema | undefined {
  return typeof schema === "object" ? schema : undefined;
}

function canonical(value: unknown): string {
  if (value === undefined) return "nothing";
  // The order of these lists has no meaning; their items are strings.
  return JSON.stringify(Array.isArray(value) ? value.map(String).toSorted((a, b) => (a < b ? -1 : 1)) : value);
}

describe.skipIf(!present)("core's CRDs", () => {
  test.each([
    { file: "cluster.x-k8s.io_clusterclasses", versions: ["v1beta1", "v1beta2"] },
    { file: "cluster.x-k8s.io_clusters", versions: ["v1beta1", "v1beta2"] },
    { file: "cluster.x-k8s.io_machinedeployments", versions: ["v1beta1", "v1beta2"] },
    { file: "cluster.x-k8s.io_machines", versions: ["v1beta1", "v1beta2"] },
    { file: "cluster.x-k8s.io_machinesets", versions: ["v1beta1", "v1beta2"] },
    { file: "runtime.cluster.x-k8s.io_extensionconfigs", versions: ["v1beta2"] },
  ])("$file", ({ file, versions }) => {
    const theirs = parse(readFileSync(`${corpus}${file}.yaml`, "utf8")) as CustomResourceDefinition;
    const ours = JSON.parse(
      readFileSync(new URL(`../generated/crds/${file}.json`, import.meta.url), "utf8"),
    ) as CustomResourceDefinition;
    const schemaOf = (crd: CustomResourceDefinition, version: string): JSONSchema | undefined =>
      crd.spec.versions.find(({ name }) => name === version)?.schema?.openAPIV3Schema;
    for (const version of versions) expect(differences(schemaOf(theirs, version), schemaOf(ours, version))).toEqual([]);
    const { names, scope } = theirs.spec;
    expect({ names: ours.spec.names, scope: ours.spec.scope }).toEqual({ names, scope });
  });
});
