// The profile `upstream` of our document against the document of Cluster API itself (tools/peers/hooks-openapi), whole. Descriptions and
// summaries are our own sentences: it is compared where they stand. The order of names in lists is free.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { hooksOpenApi } from "../../openapi.ts";

/** Paths of the document that may differ, with the reason. */
const reviewed: Readonly<Record<string, string>> = {};

/** Every leaf of a document by its path. */
function leaves(document: unknown): Map<string, unknown> {
  const found = new Map<string, unknown>();
  const visit = (value: unknown, path: string, isSchema: boolean): void => {
    const key = path.slice(path.lastIndexOf("/") + 1);
    if (isSchema && typeof value === "string" && (key === "description" || key === "summary")) found.set(path, "…");
    else if (typeof value !== "object" || value === null) found.set(path, value);
    else if (isNames(value)) found.set(path, value.toSorted());
    else {
      const children = Object.entries(value);
      if (children.length === 0) found.set(path, value);
      // The keys of these two are names of our own choice: `description` is one of them.
      const named = isSchema && (key === "properties" || key === "schemas");
      for (const [name, child] of children) visit(child, `${path}/${name.replaceAll("/", "~1")}`, !named);
    }
  };
  visit(document, "", true);
  return found;
}

function isNames(value: object): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

/** What differs, as `path: upstream's value, our value`. */
function differences(upstream: unknown, ours: unknown): string[] {
  const [want, got] = [leaves(upstream), leaves(ours)];
  return [...new Set([...want.keys(), ...got.keys()])]
    .filter((path) => JSON.stringify(want.get(path)) !== JSON.stringify(got.get(path)))
    .map((path) => `${path}: ${JSON.stringify(want.get(path))}, ${JSON.stringify(got.get(path))}`);
}

const upstream: unknown = JSON.parse(
  readFileSync(new URL("../../../../../tools/peers/hooks-openapi/documents/v1.14.json", import.meta.url), "utf8"),
);

test("the whole document is upstream's, but for what was reviewed", () => {
  expect(leaves(upstream).size).toBeGreaterThan(2000);
  const found = differences(upstream, hooksOpenApi("upstream"));
  const paths = found.map((difference) => difference.slice(0, difference.indexOf(": ")));
  expect(found.filter((_, index) => reviewed[paths[index] ?? ""] === undefined)).toEqual([]);
  expect(Object.keys(reviewed).filter((path) => !paths.includes(path))).toEqual([]);
});

test.each([
  { what: "a default", change: (text: string) => text.replace('"default":{},', "") },
  { what: "a property", change: (text: string) => text.replace('"clusterName":', '"otherName":') },
  { what: "what is required", change: (text: string) => text.replace('"required":["key",', '"required":[') },
  { what: "a description that is not there", change: (text: string) => text.replace(/"description":"[^"]*",/, "") },
  { what: "the field description", change: (text: string) => text.replace('"description":{', '"comment":{') },
  { what: "a title", change: (text: string) => text.replace("Cluster API - Runtime SDK", "Hooks") },
])("$what is a difference", ({ change }) => {
  const text = JSON.stringify(hooksOpenApi("upstream"));
  const changed = change(text);
  expect(changed).not.toBe(text);
  expect(differences(upstream, JSON.parse(changed))).not.toEqual([]);
});
