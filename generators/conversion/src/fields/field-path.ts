// Field paths as authors write them in conversions (`spec.list[].a`, `spec.map[*].b`), taken apart at lists and maps.
// Used wherever rules meet types; looking fields up is typed-field.ts.

/** How a path goes on below a list or map. */
export type PathForm = "list" | "map";

/** One stretch of names, and the list or map it ends at, if it does. */
export interface PathStretch {
  readonly names: readonly string[];
  readonly into?: PathForm;
}

const brackets = /\[\]|\[\*\]/g;

/** The stretches of a path: all but the last end at a list or map. */
export function stretchesOf(path: string): readonly PathStretch[] {
  if (!path.includes("[")) return [{ names: path.split(".") }];
  const stretches: PathStretch[] = [];
  let names: string[] = [];
  for (const step of path.split(".")) {
    const end = step.indexOf("[");
    names.push(end === -1 ? step : step.replaceAll(brackets, ""));
    if (end === -1) continue;
    // Several of them are a list or map in another one.
    for (const [into] of step.matchAll(brackets)) {
      stretches.push({ names, into: into === "[]" ? "list" : "map" });
      names = [];
    }
  }
  return names.length === 0 ? stretches : [...stretches, { names }];
}

/** The path up to its last list or map, the empty text when it goes through none, and the names after it. */
export function splitAtElements(path: string): { readonly elements: string; readonly names: readonly string[] } {
  const end = path.lastIndexOf("]") + 1;
  const names = path
    .slice(end)
    .split(".")
    .filter((name) => name !== "");
  return { elements: path.slice(0, end), names };
}

/** The path of the elements that some stretches lead to. */
export function elementsPath(stretches: readonly PathStretch[]): string {
  return stretches.reduce((path, { names, into }) => `${belowAll(path, names)}${into === "map" ? "[*]" : "[]"}`, "");
}

/** Whether a path is that of the elements of a list or map themselves. */
export function isOfElements(path: string): boolean {
  return path.endsWith("]");
}

/** The list or map of a path of elements. */
export function aroundElements(path: string): string {
  return path.slice(0, path.lastIndexOf("["));
}

/** The path with some more names, if there are any. */
export function belowAll(path: string, names: readonly string[]): string {
  return names.length === 0 ? path : below(path, names.join("."));
}

/** The path with one more field. */
export function below(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

/** The path without its last field; empty where it has no other. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("."), 0));
}

/** Whether one path is below another. */
export function isUnder(path: string, parent: string): boolean {
  return path.startsWith(`${parent}.`) || path.startsWith(`${parent}[`);
}

/** Whether a path, as its names, begins another one or is that. */
export function isPrefix(path: readonly string[], other: readonly string[]): boolean {
  return path.every((name, index) => other[index] === name);
}
