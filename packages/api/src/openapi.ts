// The hooks' OpenAPI documents. A subpath, since it reads files.
import { readFileSync } from "node:fs";
import type { JSONObject } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";

/** The parts of the document that programs read. Schemas are OpenAPI 3.0 with references between components. */
export interface HooksOpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, JSONObject>>;
  readonly components: { readonly schemas: Readonly<Record<string, JSONSchema>> };
}

/**
 * Which document: `upstream` says what Cluster API's own document says of the same types, `strict` all that the wire demands. Without
 * one it is the document that servers check by.
 */
export type HooksOpenApiProfile = "upstream" | "strict";

const loaded = new Map<HooksOpenApiProfile | undefined, HooksOpenApi>();

/** Returns an OpenAPI 3.0 document of Cluster API's hooks. The file is read by the first call. */
export function hooksOpenApi(profile?: HooksOpenApiProfile): HooksOpenApi {
  const known = loaded.get(profile);
  if (known !== undefined) return known;
  const name = profile === undefined ? "hooks.json" : `hooks.${profile}.json`;
  const document = read(new URL(`../generated/openapi/${name}`, import.meta.url));
  loaded.set(profile, document);
  return document;
}

/** The generated file has this type. */
function read(file: URL): HooksOpenApi {
  return JSON.parse(readFileSync(file, "utf8"));
}
