// From a place in a CRD back to the line of TypeScript it was made from: for the API server's rules, which name JSON paths,
// and for contract rules, which name fields.
import type { JsonPath, Position } from "@capstan/kube";
import type { SchemaPath } from "./schema/schema-context.ts";

/** Where the parts of one version were declared. */
export type VersionPositions = ReadonlyMap<SchemaPath, Position>;

/** The position of a field, or of the nearest field around it that has one. */
export function positionOfField(positions: VersionPositions, path: SchemaPath): Position | undefined {
  let current = path;
  for (;;) {
    const found = positions.get(current);
    if (found !== undefined || current === "") return found;
    current = current.replace(/(?:\.?[^.[\]]+|\[\*?\])$/, "");
  }
}

/** The position of a place in the CRD document. */
export function positionInCrd(versions: readonly VersionPositions[], path: JsonPath): Position | undefined {
  const [spec, list, index, ...rest] = path;
  const inVersion = spec === "spec" && list === "versions" && typeof index === "number";
  const positions = versions[inVersion ? index : 0];
  if (positions === undefined) return undefined;
  return positionOfField(positions, inVersion ? schemaPath(rest) : "");
}

/** `schema.openAPIV3Schema.properties.spec.properties.list.items` is `spec.list[]`. */
function schemaPath(path: JsonPath): SchemaPath {
  let found = "";
  for (let i = 2; i < path.length; i += 1) {
    if (path[i] === "items") found += "[]";
    else if (path[i] === "additionalProperties") found += "[*]";
    else if (path[i] === "properties") {
      i += 1;
      found += found === "" ? String(path[i]) : `.${path[i]}`;
    } else break;
  }
  return found;
}
