// The hooks' OpenAPI document. A subpath, since it reads a file.
import { readFileSync } from "node:fs";
import type { JSONObject } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";

/** The parts of the document that programs read. Schemas are OpenAPI 3.0 with references between components. */
export interface HooksOpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, JSONObject>>;
  readonly components: { readonly schemas: Readonly<Record<string, JSONSchema>> };
}

let loaded: HooksOpenApi | undefined;

/** Returns the OpenAPI 3.0 document of Cluster API's hooks. The file is read by the first call. */
export function hooksOpenApi(): HooksOpenApi {
  loaded ??= read(new URL("../generated/openapi/hooks.json", import.meta.url));
  return loaded;
}

/** The generated file has this type. */
function read(file: URL): HooksOpenApi {
  return JSON.parse(readFileSync(file, "utf8"));
}
