// V8 gives an object that gets the field "1000" places for a thousand others: what conversions make of documents must not be such objects.
import { setFlagsFromString } from "node:v8";
import { runInThisContext } from "node:vm";
import { expect, test } from "vitest";
import { listToMap, mapToList } from "./list-ops.ts";
import { plainJson } from "./plain-json.ts";
import { withoutNulls } from "./value-shape.ts";

setFlagsFromString("--allow-natives-syntax");
/** Whether V8 keeps the numbers of an object in a table, and not in one place for each number. */
const hasTable = runInThisContext("(object) => %HasDictionaryElements(object)") as (object: unknown) => boolean;

const numbers = (): object => JSON.parse('{"1000":0,"2500":0}') as object;
const context = { apiVersionOf: () => undefined } as never;
const first = (list: unknown): unknown => (list as readonly unknown[])[0];

const made: Readonly<Record<string, () => unknown>> = {
  "a map of a list": () => listToMap("k", { value: "v" }).toNewer([{ k: "1000", v: 0 }], context),
  "a map of a list of objects": () => listToMap("k").toNewer([{ k: "1000" }], context),
  "an object in a map of a list": () =>
    Object.values(listToMap("k").toNewer([{ k: "a", ...numbers() }], context) as object)[0],
  "an element of a list of a map": () => first(mapToList("k").toNewer({ a: numbers() }, context)),
  "what a function returned": () => plainJson(numbers()),
  "a kept map": () => withoutNulls(numbers(), { map: "any" }),
};

test.each(Object.entries(made))("%s", (_, make) => {
  const object = make();
  expect(Object.keys(object as object)).toContain("1000");
  expect(hasTable(object)).toBe(true);
});
