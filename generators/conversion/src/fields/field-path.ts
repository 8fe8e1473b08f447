// Field paths as authors write them in conversions (`spec.list[].a`, `spec.map[*].b`), taken apart at lists and maps.
// Used wherever rules meet types; looking fields up is typed-field.ts.

/** How a path goes on below a list or map. */
export type PathForm = "list" | "map";

/** One stretch of names, and the list or map it ends at, if it does. */
export interface PathStretch {
  readonly names: readonly string[];
  readonly into?: PathForm;
}

const ending = /^(.*?)(\[\]|\[\*\])$/;

/** The stretches of a path: all but the last end at a list or map. */
export function stretchesOf(path: string): readonly PathStretch[] {
  const stretches: PathStretch[] = [];
  let names: string[] = [];
  for (const step of path.split(".")) {
    const [, name = step, brackets] = ending.exec(step) ?? [];
    names.push(name);
    if (brackets === undefined) continue;
    stretches.push({ names, into: brackets === "[]" ? "list" : "map" });
    names = [];
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

/** The path with one more field. */
export function below(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

/** Whether one path is below another. */
export function isUnder(path: string, parent: string): boolean {
  return path.startsWith(`${parent}.`) || path.startsWith(`${parent}[`);
}
