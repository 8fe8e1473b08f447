// Maps places in a CRD to source lines.
import type { JsonPath, Position } from "@capstan/kube";

/** A part of the schema, and where it was declared. Its own parts have the names that they have in the schema's JSON. */
export interface DeclaredPlace {
  readonly position: Position;
  /** The interface of the project that lists the part's fields, where it has a name. */
  typePosition?: Position;
  readonly parts: Map<string, DeclaredPlace>;
}

/** The place of a whole schema. */
export function rootPlace(position: Position): DeclaredPlace {
  return { position, parts: new Map() };
}

/** The part of that name; a part that two declarations share, as members of a union do, keeps the first position. */
export function getOrAddPart(place: DeclaredPlace, name: string, position: Position): DeclaredPlace {
  const known = place.parts.get(name);
  if (known !== undefined) return known;
  const part = rootPlace(position);
  place.parts.set(name, part);
  return part;
}

/** The position of the part at a path, or of the nearest part around it. */
function positionOfPart(root: DeclaredPlace, path: JsonPath): Position {
  let place = root;
  for (const step of path) {
    const part = place.parts.get(String(step));
    if (part === undefined) break;
    place = part;
  }
  return place.position;
}

/** The position of a field that a contract names, for example `spec.controlPlaneEndpoint`; of a missing one, the interface that lacks it. */
export function positionOfField(schema: DeclaredPlace, field: string): Position {
  let place = schema;
  for (const name of field.split(".")) {
    const part = place.parts.get("properties")?.parts.get(name);
    if (part === undefined) return place.typePosition ?? place.position;
    place = part;
  }
  return place.position;
}

/** The position of a place in the CRD document, given the schemas of its versions. */
export function positionInCrd(versions: readonly DeclaredPlace[], path: JsonPath): Position | undefined {
  const [spec, list, index, ...inVersion] = path;
  const isVersion = spec === "spec" && list === "versions" && typeof index === "number";
  const schema = versions[isVersion ? index : 0];
  if (schema === undefined) return undefined;
  const isSchema = isVersion && inVersion[0] === "schema" && inVersion[1] === "openAPIV3Schema";
  return positionOfPart(schema, isSchema ? inVersion.slice(2) : []);
}
