// The schema of one version in what `capstan generate` wrote: in a CRD, or in the document of hooks.
import { readFileSync } from "node:fs";
import { getAt } from "@capstan/kube";
import type { CustomResourceDefinition, JSONSchema } from "@capstan/kube/builtin";
import { inlineSchema } from "../structural/inline-schema.ts";
import type { CheckedVersion } from "./checked-conversion.ts";

/**
 * A version of the CRD in a JSON file, as `conversionChecks` takes it.
 *
 * @throws Error when there is no such file, or the CRD has no such version.
 */
export function versionOfFile(file: URL, version: string): CheckedVersion {
  // The CRD generator wrote the file; in any other the next lines find no version.
  const { spec } = JSON.parse(readFileSync(file, "utf8")) as CustomResourceDefinition;
  const schema = spec.versions.find(({ name }) => name === version)?.schema?.openAPIV3Schema;
  if (schema === undefined) throw new Error(`${file.pathname} has no schema for ${version}: run \`capstan generate\``);
  return { apiVersion: `${spec.group}/${version}`, schema };
}

/** The part of a document of hooks that is read. */
interface HookDocument {
  readonly paths: Readonly<Record<string, unknown>>;
  readonly components: { readonly schemas: Readonly<Record<string, JSONSchema>> };
}

const places: Readonly<Record<string, readonly string[]>> = {
  request: ["requestBody"],
  response: ["responses", "200"],
};

/**
 * The request or response of a hook in a JSON document, as `conversionChecks` takes it: as an object of a kind, which also has metadata.
 *
 * @param body - The group and the hook in small letters, and `request` or `response`: `hooks.example.com/beforefoo request`.
 * @throws Error when there is no such file, or the document has no such hook in this version.
 */
export function versionOfHook(file: URL, body: string, version: string): CheckedVersion {
  const { paths, components } = JSON.parse(readFileSync(file, "utf8")) as HookDocument;
  const [group = "", hook = "", side = ""] = body.split(/[/ ]/);
  const path = `/${group}/${version}/${hook}`;
  const operation = paths[path] ?? paths[`${path}/{name}`];
  const place = ["post", ...(places[side] ?? []), "content", "application/json", "schema", "$ref"];
  const reference = getAt(operation, place);
  if (typeof reference !== "string")
    throw new Error(`${file.pathname} has no ${body} in ${version}: run \`capstan generate\``);
  const { properties, ...schema } = inlineSchema(components.schemas, reference, "all");
  const own = { apiVersion: { type: "string" }, kind: { type: "string" }, metadata: { type: "object" } };
  return { apiVersion: `${group}/${version}`, schema: { ...schema, properties: { ...properties, ...own } } };
}
