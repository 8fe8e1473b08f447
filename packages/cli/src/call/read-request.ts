// A request that a file has, as YAML or JSON, and where its fields are.
import { resolve } from "node:path";
import { type Diagnostic, isJsonObject, type JsonPath, type Position } from "@capstan/kube";
import { readContent } from "../project/files.ts";
import { usageError } from "../verb.ts";

/** A request, and the position of each of its fields. */
export interface ReadRequest {
  readonly request: object;
  readonly positionOf: (path: JsonPath) => Position;
}

/** Reads it. Throws for a file that has something else than one object. */
export async function readRequest(
  file: string,
  cwd: string,
): Promise<ReadRequest | { readonly diagnostics: readonly Diagnostic[] }> {
  const { parseYaml } = await import("@capstan/schema/yaml");
  const { documents, diagnostics } = parseYaml(await readContent(resolve(cwd, file)), { file });
  if (diagnostics.length > 0) return { diagnostics };
  const [first, ...others] = documents;
  if (first === undefined || others.length > 0 || !isJsonObject(first.value))
    throw usageError(`--request names ${file}, which does not have one object`);
  return { request: first.value, positionOf: first.positionOf };
}
