// Finding the schema of a field by the dotted path that contract tables use.
// Called by check-contract.ts; lists and maps are not entered.
import type { JSONSchema } from "@capstan/kube/builtin";

/** The schema at a dotted path of properties, or undefined when it is not declared. */
export function schemaAt(root: JSONSchema, path: string): JSONSchema | undefined {
  let here: JSONSchema | undefined = root;
  for (const key of path.split(".")) here = here?.properties?.[key];
  return here;
}

/** Whether the last step of the path is required where it stands. */
export function isRequiredAt(root: JSONSchema, path: string): boolean {
  const dot = path.lastIndexOf(".");
  const parent = dot < 0 ? root : schemaAt(root, path.slice(0, dot));
  return parent?.required?.includes(path.slice(dot + 1)) ?? false;
}
