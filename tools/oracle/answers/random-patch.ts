// Patches of an object that is always the same: operations and documents of which some fit.
import type { Random } from "@capstan/repo";
import type { PatchQuestion } from "./question.ts";

const object = {
  apiVersion: "a.example/v1",
  kind: "Foo",
  metadata: { name: "m", namespace: "n" },
  spec: { size: 1, list: ["a", { b: "c" }], "a/b": { "~c": 1 }, empty: {} },
};

const below = [
  "",
  "/size",
  "/list",
  "/list/0",
  "/list/1/b",
  "/list/2",
  "/list/-",
  "/list/x",
  "/a~1b",
  "/a~1b/~0c",
  "/empty/new",
  "/none/x",
  "/none",
];
const operations = ["add", "replace", "remove", "test", "move", "copy", "set"];
const values = [1, "a", {}, [], ["a", { b: "c" }], null, { b: "c" }];

/** Upstream finds a null where nothing is. */
const tested = values.filter((value) => value !== null);

/** A random patch. */
export function randomPatch(random: Random): PatchQuestion {
  const isMerge = random.chance(0.2);
  const patch = isMerge
    ? { spec: { [random.pick(["size", "list", "new"])]: random.pick(values) } }
    : random.list(4, () => operation(random));
  const encoded = Buffer.from(JSON.stringify(patch)).toString("base64");
  return { patch: { object, patch: { patchType: isMerge ? "JSONMergePatch" : "JSONPatch", patch: encoded } } };
}

/** Below spec, so that nothing but the fit decides, and never all of it. */
function operation(random: Random): object {
  const path = (): string => `/spec${random.pick(below.slice(1))}`;
  const op = random.pick(operations.slice(0, random.chance(0.95) ? -1 : undefined));
  return {
    op,
    path: path(),
    ...valueOf(random, op),
    ...(["move", "copy"].includes(op) ? { from: path() } : {}),
  };
}

/** A test without a value is one for null there. */
function valueOf(random: Random, op: string): { readonly value?: unknown } {
  if (op === "test") return { value: random.pick(tested) };
  const isKept = ["add", "replace"].includes(op) && random.chance(0.97);
  return isKept ? { value: random.pick(values) } : {};
}
