// The hooks' OpenAPI document, read from its file when it is asked for: the kits validate by it.
// The subpath `./openapi`; apart from the index because it reads a file. Made by scripts/generate.ts.
import { readFileSync } from "node:fs";
import type { JSONObject } from "@capstan/kube";

/** The document, as far as programs read it; the schemas are OpenAPI 3.0 with references between components. */
export interface HooksOpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, JSONObject>>;
  readonly components: { readonly schemas: Readonly<Record<string, JSONObject>> };
}

let loaded: HooksOpenApi | undefined;

/** The OpenAPI 3.0 document of Cluster API's hooks; read once. */
export function hooksOpenApi(): HooksOpenApi {
  return (loaded ??= JSON.parse(
    readFileSync(new URL("../generated/openapi/hooks.json", import.meta.url), "utf8"),
  ) as HooksOpenApi);
}
