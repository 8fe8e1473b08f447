// JSON Patch (RFC 6902): a list of operations, of which all are applied or none. Creating a patch finds the items of lists that were added
// and removed; it does not look for those that changed their order.
import { deepClone, deepEqual, fieldCount, isJsonObject, setOwn } from "./json-value.ts";
import { errorOf } from "../errors/errors.ts";
import { kubeErrors } from "../errors/kube-errors.ts";
import { formatPointer, parsePointer } from "./json-pointer.ts";
import { isOtherItem, type ListEdit, listEdits } from "./list-edits.ts";

/** One operation of a JSON Patch. */
export type JsonPatchOperation =
  | { readonly op: "add" | "replace" | "test"; readonly path: string; readonly value: unknown }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "move" | "copy"; readonly path: string; readonly from: string };

/**
 * Creates the operations that turn `from` into `to`; an empty list when they are equal. They are in the order of names. An item of a list that was added
 * or removed is one operation, wherever it is; items with the same `name` are compared with each other.
 */
export function createJsonPatch(from: unknown, to: unknown): JsonPatchOperation[] {
  const operations: JsonPatchOperation[] = [];
  eachJsonPatchOperation(from, to, (operation) => operations.push(withOwnValue(operation)));
  return operations;
}

/**
 * Calls `add` with the operations that turn `from` into `to`, one after the other. Their values are parts of `to`, and not copies: one part that is
 * in many places costs nothing until the caller copies it, so that a caller with a limit can stop at it.
 */
export function eachJsonPatchOperation(from: unknown, to: unknown, add: (operation: JsonPatchOperation) => void): void {
  compare({ at: [], lists: 0, add }, from, to);
}

function withOwnValue(operation: JsonPatchOperation): JsonPatchOperation {
  return "value" in operation ? { ...operation, value: deepClone(operation.value) } : operation;
}

/** The state of a walk through both documents. The path becomes a pointer only where they differ. */
interface Walk {
  readonly at: (string | number)[];
  /** How many of the steps are indexes. */
  lists: number;
  readonly add: (operation: JsonPatchOperation) => void;
}

function compare(walk: Walk, from: unknown, to: unknown): void {
  if (from === to) return;
  if (isJsonObject(from) && isJsonObject(to) && !hasOtherJson(to)) compareObjects(walk, from, to);
  else if (Array.isArray(from) && Array.isArray(to)) compareLists(walk, from, to);
  else walk.add({ op: "replace", path: formatPointer(walk.at), value: to });
}

/** Whether the JSON of an object is not that of its fields: a caller gets it whole. */
function hasOtherJson(object: Record<string, unknown>): boolean {
  return object instanceof Map || object instanceof Set || typeof object["toJSON"] === "function";
}

function has(object: Record<string, unknown>, key: string): boolean {
  return Object.hasOwn(object, key) && object[key] !== undefined;
}

function compareObjects(walk: Walk, from: Record<string, unknown>, to: Record<string, unknown>): void {
  const differing = differingFields(from, to);
  if (differing === undefined) return compareByName(walk, from, to);
  for (const name of inOrder(differing)) compareBelow(walk, name, { from: from[name], to: to[name] });
}

/** The names of the fields that may differ, in no order, of two objects with the same fields; undefined where one may lack a field of the other. No list of all names is made. */
function differingFields(from: Record<string, unknown>, to: Record<string, unknown>): string[] | undefined {
  const differing: string[] = [];
  let fields = 0;
  for (const name in to) {
    const value = to[name];
    if (value === undefined) return undefined;
    fields += 1;
    if (value === from[name]) continue;
    if (!has(from, name)) return undefined;
    differing.push(name);
  }
  return fields === fieldCount(from) ? differing : undefined;
}

function compareByName(walk: Walk, from: Record<string, unknown>, to: Record<string, unknown>): void {
  for (const key of removedKeys(from, to)) walk.add({ op: "remove", path: pointerBelow(walk, key) });
  for (const key of inOrder(Object.keys(to))) {
    if (!has(to, key)) continue;
    if (has(from, key)) compareBelow(walk, key, { from: from[key], to: to[key] });
    else walk.add({ op: "add", path: pointerBelow(walk, key), value: to[key] });
  }
}

function removedKeys(from: Record<string, unknown>, to: Record<string, unknown>): readonly string[] {
  const removed: string[] = [];
  for (const key of Object.keys(from)) if (has(from, key) && !has(to, key)) removed.push(key);
  return inOrder(removed);
}

/** Those of objects from API servers are in order, and looking takes less time than sorting. */
function inOrder(keys: readonly string[]): readonly string[] {
  let before = "";
  for (const key of keys) {
    if (key < before) return keys.toSorted();
    before = key;
  }
  return keys;
}

/** Below so many lists, items are compared by index: finding those that are equal reads what is in them, and that again for each list that they are in. */
const mostLists = 8;

function compareLists(walk: Walk, from: readonly unknown[], to: readonly unknown[]): void {
  walk.lists += 1;
  if (walk.lists > mostLists) compareByIndex(walk, from, to);
  else compareItems(walk, from, to);
  walk.lists -= 1;
}

function compareItems(walk: Walk, from: readonly unknown[], to: readonly unknown[]): void {
  const { start, edits } = listEdits(from, to);
  // Where the next item is, and how long the list is by then.
  let [at, length] = [start, from.length];
  for (const [index, edit] of edits.entries()) {
    if (edit.from === undefined) {
      const value = to[edit.to ?? at];
      walk.add({ op: "add", path: pointerBelow(walk, at === length ? "-" : at), value });
      [at, length] = [at + 1, length + 1];
    } else if (edit.to === undefined) {
      // From the end, so that a removal does not change the indexes of later ones.
      const removed = at + removalsFrom(edits, index + 1);
      walk.add({ op: "remove", path: pointerBelow(walk, removed) });
      length -= 1;
    } else {
      compareItem(walk, at, { from: from[edit.from], to: to[edit.to] });
      at += 1;
    }
  }
}

/** How many removals follow one another. */
function removalsFrom(edits: readonly ListEdit[], index: number): number {
  let count = 0;
  while (edits[index + count]?.to === undefined && edits[index + count] !== undefined) count += 1;
  return count;
}

function compareItem(walk: Walk, at: number, item: Pair): void {
  if (isOtherItem(item.from, item.to)) walk.add({ op: "replace", path: pointerBelow(walk, at), value: item.to });
  else compareBelow(walk, at, item);
}

function compareByIndex(walk: Walk, from: readonly unknown[], to: readonly unknown[]): void {
  const both = Math.min(from.length, to.length);
  for (let i = 0; i < both; i += 1) compareBelow(walk, i, { from: from[i], to: to[i] });
  for (const item of to.slice(both)) walk.add({ op: "add", path: pointerBelow(walk, "-"), value: item });
  for (let i = from.length - 1; i >= both; i -= 1) walk.add({ op: "remove", path: pointerBelow(walk, i) });
}

/** A value as it was, and as it is to be. */
interface Pair {
  readonly from: unknown;
  readonly to: unknown;
}

function compareBelow(walk: Walk, step: string | number, { from, to }: Pair): void {
  walk.at.push(step);
  compare(walk, from, to);
  walk.at.pop();
}

function pointerBelow({ at }: Walk, step: string | number): string {
  return formatPointer([...at, step]);
}

/** How operations are read. */
export interface JsonPatchOptions {
  /** Whether they apply as in the Go library that Cluster API uses: an index below 0 counts from the end of a list, and a test for null passes where there is no field. Default: false, by RFC 6902. */
  readonly asInGo?: boolean;
}

/**
 * Returns the document with all operations applied. The argument is not changed.
 *
 * @throws CapstanError `kube/json-patch` at the first operation that does not apply.
 */
export function applyJsonPatch(
  document: unknown,
  operations: readonly JsonPatchOperation[],
  { asInGo = false }: JsonPatchOptions = {},
): unknown {
  const root: Root = { value: deepClone(document), asInGo };
  for (const [index, operation] of operations.entries()) applyOne(root, operation, index);
  return root.value;
}

/** The document, in an object so that an operation can replace all of it. */
interface Root {
  value: unknown;
  readonly asInGo: boolean;
}

function applyOne(root: Root, operation: JsonPatchOperation, index: number): void {
  const fail = (why: string): never => {
    throw errorOf(kubeErrors, "kube/json-patch", { values: { index, op: operation.op, path: operation.path, why } });
  };
  const to = new Place(root, parsePointer(operation.path), fail);
  switch (operation.op) {
    case "add":
      return to.add(deepClone(operation.value));
    case "replace":
      return to.replace(deepClone(operation.value));
    case "remove":
      return to.remove();
    case "test":
      return deepEqual(to.tested(), operation.value) ? undefined : fail("the value differs");
    case "copy":
      return to.add(deepClone(new Place(root, parsePointer(operation.from), fail).read()));
    case "move": {
      if (`${operation.path}/`.startsWith(`${operation.from}/`) && operation.path !== operation.from)
        fail("a value cannot be moved into itself");
      const source = new Place(root, parsePointer(operation.from), fail);
      const value = source.read();
      source.remove();
      return to.add(value);
    }
    default:
      return fail("there is no such operation; use add, remove, replace, move, copy or test");
  }
}

/** A path in a document. */
class Place {
  readonly #root: Root;
  readonly #steps: readonly string[];
  readonly #fail: (why: string) => never;

  constructor(root: Root, steps: readonly string[], fail: (why: string) => never) {
    this.#root = root;
    this.#steps = steps;
    this.#fail = fail;
  }

  read(): unknown {
    if (this.#steps.length === 0) return this.#root.value;
    const { container, step } = this.#parent();
    return Array.isArray(container)
      ? container[this.#index(step, container.length - 1)]
      : container[this.#existing(container, step)];
  }

  /** What a test compares. */
  tested(): unknown {
    if (!this.#root.asInGo || this.#steps.length === 0) return this.read();
    const { container, step } = this.#parent();
    return Array.isArray(container) || Object.hasOwn(container, step) ? this.read() : null;
  }

  add(value: unknown): void {
    if (this.#steps.length === 0) return void (this.#root.value = value);
    const { container, step } = this.#parent();
    if (Array.isArray(container))
      container.splice(step === "-" ? container.length : this.#index(step, container.length), 0, value);
    else setOwn(container, step, value);
  }

  replace(value: unknown): void {
    if (this.#steps.length === 0) return void (this.#root.value = value);
    const { container, step } = this.#parent();
    if (Array.isArray(container)) container[this.#index(step, container.length - 1)] = value;
    else container[this.#existing(container, step)] = value;
  }

  remove(): void {
    if (this.#steps.length === 0) return void (this.#root.value = null);
    const { container, step } = this.#parent();
    if (Array.isArray(container)) container.splice(this.#index(step, container.length - 1), 1);
    else delete container[this.#existing(container, step)];
  }

  #parent(): { container: unknown[] | Record<string, unknown>; step: string } {
    let value = this.#root.value;
    for (const step of this.#steps.slice(0, -1)) {
      if (Array.isArray(value)) value = value[this.#index(step, value.length - 1)];
      else if (isJsonObject(value)) value = value[this.#existing(value, step)];
      else this.#fail(`"${step}" is below a value that has no fields`);
    }
    const step = this.#steps.at(-1) ?? "";
    if (!Array.isArray(value) && !isJsonObject(value))
      return this.#fail(`"${step}" is below a value that has no fields`);
    return { container: value, step };
  }

  #existing(container: Record<string, unknown>, step: string): string {
    return Object.hasOwn(container, step) ? step : this.#fail(`there is no field "${step}"`);
  }

  #index(step: string, last: number): number {
    const isFromEnd = this.#root.asInGo && step.startsWith("-");
    const digits = isFromEnd ? step.slice(1) : step;
    const given = /^(?:0|[1-9]\d*)$/.test(digits) ? Number(digits) : this.#fail(`"${step}" is not a list index`);
    const index = isFromEnd && given > 0 ? last + 1 - given : given;
    return index >= 0 && index <= last ? index : this.#fail(`the list has no item ${step}`);
  }
}
