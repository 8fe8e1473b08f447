// What Cluster API does with the answer of GeneratePatches, written from RFC 6902 and RFC 7386 for the operations that a difference has.

/** JSON. */
export type Tree = null | boolean | number | string | Tree[] | { [name: string]: Tree };

/** One patch as it is in an answer. */
export interface WirePatch {
  readonly uid: string;
  readonly patchType: string;
  readonly patch: string;
}

interface Operation {
  readonly op: string;
  readonly path: string;
  readonly value?: Tree;
}

/** The template after a patch of the wire; throws for what is not standard base64, not JSON, or not applicable. */
export function applyWirePatch(template: Tree, { patchType, patch }: WirePatch): Tree {
  const bytes = Buffer.from(patch, "base64");
  if (bytes.toString("base64") !== patch) throw new Error(`not standard base64 with padding: ${patch}`);
  const document = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  if (patchType === "JSONMergePatch") return merged(template, document);
  if (patchType !== "JSONPatch") throw new Error(`not a type of patch: ${patchType}`);
  let patched = template;
  for (const operation of document) patched = changed(patched, stepsOf(operation.path), operation);
  return patched;
}

function merged(into: Tree, patch: Tree): Tree {
  if (!isObject(patch)) return patch;
  const target: { [name: string]: Tree } = isObject(into) ? { ...into } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete target[name];
    else target[name] = merged(target[name] ?? null, value);
  }
  return target;
}

function isObject(value: Tree): value is { [name: string]: Tree } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function changed(node: Tree, names: readonly string[], operation: Operation): Tree {
  const [name = "", ...rest] = names;
  if (typeof node !== "object" || node === null) throw new Error(`${operation.path}: the parent is not there`);
  if (Array.isArray(node)) return changedList(node, names, operation);
  if (operation.op !== "add" && !Object.hasOwn(node, name)) throw new Error(`${operation.path}: it is not there`);
  if (rest.length > 0) return { ...node, [name]: changed(node[name] ?? null, rest, operation) };
  const { [name]: _, ...others } = node;
  return operation.op === "remove" ? others : { ...node, [name]: operation.value ?? null };
}

function changedList(list: readonly Tree[], names: readonly string[], operation: Operation): Tree {
  const [name = "", ...rest] = names;
  const index = name === "-" ? list.length : Number(name);
  const { op, path, value = null } = operation;
  if (rest.length > 0) return list.with(index, changed(list[index] ?? null, rest, operation));
  if (index > (op === "add" ? list.length : list.length - 1)) throw new Error(`${path}: it is not there`);
  return list.toSpliced(index, op === "add" ? 0 : 1, ...(op === "remove" ? [] : [value]));
}

function stepsOf(path: string): readonly string[] {
  return path
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}
