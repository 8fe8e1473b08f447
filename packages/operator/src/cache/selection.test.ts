// Controllers share the cache of a kind, so what they declare must agree.
import { describeError } from "@capstan/kube";
import { expect, test } from "vitest";
import { Foo } from "../../test/controller-rig.ts";
import { type CacheSelection, Selections } from "./selection.ts";

const web: CacheSelection = { labelSelector: "app=web" };
const transform: CacheSelection["transform"] = (object) => object;

function conflict(first: string, second: string): string {
  return `Foo is cached in two ways: by ${first}, and by ${second}\n  help: give every watch of the kind the same selectors and the same transform function, or set them once, in the option \`cache\` of the manager`;
}
const manager = "the option `cache` of the manager";
const [one, two] = ['the controller "one"', 'the controller "two"'];

interface Row {
  readonly name: string;
  readonly ofManager?: CacheSelection;
  readonly first: CacheSelection;
  readonly second: CacheSelection;
  readonly want: CacheSelection | string;
}
const rows: readonly Row[] = [
  { name: "everything twice", first: {}, second: {}, want: {} },
  { name: "the same twice", first: { ...web, transform }, second: { ...web, transform }, want: { ...web, transform } },
  { name: "two selectors", first: web, second: { labelSelector: "app=db" }, want: conflict(one, two) },
  { name: "a selector and everything", first: web, second: {}, want: conflict(one, two) },
  { name: "everything and a field selector", first: {}, second: { fieldSelector: "a=b" }, want: conflict(one, two) },
  { name: "two transforms", first: { transform }, second: { transform: (object) => object }, want: conflict(one, two) },
  { name: "the manager's", ofManager: web, first: {}, second: web, want: web },
  { name: "the manager's and another", ofManager: web, first: {}, second: { transform }, want: conflict(manager, two) },
  {
    name: "a string that is not a selector",
    first: { labelSelector: "a in b" },
    second: {},
    want: expect.stringMatching(
      /^the label selector of Foo is "a in b": [^]*\n {2}help: write it as `kubectl -l` takes it, for example "app=web,tier!=test"$/,
    ) as unknown as string,
  },
];

test.each(rows)("$name", ({ ofManager, first, second, want }) => {
  const selections = new Selections();
  const declare = (): CacheSelection => {
    if (ofManager !== undefined) selections.addOfManager(Foo, ofManager);
    selections.add([{ resource: Foo, selection: first }], "one");
    selections.add([{ resource: Foo, selection: second }], "two");
    return selections.of(Foo);
  };
  let result: CacheSelection | string;
  try {
    result = declare();
  } catch (error) {
    result = describeError(error);
  }
  expect(result).toEqual(want);
});
