// What clusterctl would change in the CRDs of a finished release. It removes the whitespace of `${ NAME }` in the whole file before it reads
// escapes: also where one string ends with `${` and the next one, lines below, begins with `NAME}`.
import { diagnose, formatPointer, type Diagnostic, type JsonPath, type KubeObject } from "@capstan/kube";
import { emitYaml, parseYaml } from "@capstan/schema/yaml";
import { bundleDiagnostics } from "../diagnostics.ts";
import { legacySpaces } from "../envsubst/legacy-spaces.ts";
import { positionsIn } from "../envsubst/positions.ts";

/** The problems of a components file with these objects. */
export function changedCrds(content: string, objects: readonly KubeObject[], configFile: string): Diagnostic[] {
  // Other objects may contain variables, with whitespace too.
  const crds =
    legacySpaces(content).length > 0 ? objects.filter(({ kind }) => kind === "CustomResourceDefinition") : [];
  return crds.flatMap((crd) =>
    changesOf(crd).map((values) =>
      diagnose(bundleDiagnostics, "bundle/spaced-variable", { values, position: { file: configFile } }),
    ),
  );
}

function changesOf(crd: KubeObject): Readonly<Record<"text" | "kind" | "place", string>>[] {
  const text = emitYaml(crd);
  const found = legacySpaces(text);
  if (found.length === 0) return [];
  const at = positionsIn(text, "");
  const [document] = parseYaml(text).documents;
  const places = pathsIn(document?.value).map((path) => ({ path, begin: document?.positionOf(path) }));
  return found.map(({ index, match }) => {
    const { line = 0, column = 0 } = at(index);
    const place = places.findLast(
      ({ begin: { line: first = 0, column: left = 0 } = {} }) => first < line || (first === line && left <= column),
    );
    // Escapes are undone: the author knows the text without them.
    const shown = (escaped: string): string => escaped.replaceAll("$$", "$").replaceAll(/\s+/g, " ");
    return { text: shown(match), kind: kindOf(crd), place: shown(formatPointer(place?.path ?? [])) };
  });
}

/** All paths, in the order in which they are written: one before those below it. */
function pathsIn(value: unknown, path: JsonPath = []): JsonPath[] {
  if (typeof value !== "object" || value === null) return [path];
  const below = Array.isArray(value)
    ? value.flatMap((each, i) => pathsIn(each, [...path, i]))
    : Object.entries(value).flatMap(([key, each]) => pathsIn(each, [...path, key]));
  return [path, ...below];
}

function kindOf(crd: KubeObject): string {
  // The objects with that kind are made from CRDs, and have their shape.
  return (crd as KubeObject & { readonly spec: { readonly names: { readonly kind: string } } }).spec.names.kind;
}
