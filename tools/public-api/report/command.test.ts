// The command on packages that cannot be reported, and on reports that differ, are new or are left over.
import { afterEach, beforeEach, expect, it } from "vitest";
import { describeError } from "@capstan/kube";
import { FixtureRepository } from "../prove/fixture.ts";
import { reportsCommand } from "./command.ts";

let made: FixtureRepository;
let printed: string[];
beforeEach(() => {
  made = new FixtureRepository();
  printed = [];
});
afterEach(() => made[Symbol.dispose]());

const run = (folders: readonly string[], check: boolean): number =>
  reportsCommand({ cwd: made.root, folders, check }, (line) => void printed.push(line));

it("rejects a folder that is no published package, and one that is not built", () => {
  made.addPackage("one", "export const a: number = 1;");
  expect(messageOf(() => run(["packages/none"], true))).toBe(
    "packages/none is not the folder of a published package\n  help: name one of packages/one",
  );
  expect(messageOf(() => run(["packages/one"], true))).toBe(
    "packages/one: there is no ./dist/index.d.ts\n  help: build the package first: npx --yes pnpm@12.21.0 exec turbo run build --filter @fixture/one",
  );
});

it("writes reports, removes those of entries that were removed, and then finds no difference", () => {
  made.addPackage("one", "");
  made.write("packages/one/dist/index.d.ts", "/** One. */\nexport declare const a: number;\n");
  made.write("packages/one/api/old/entry.api.md", "# Old\n");
  expect(run([], true)).toBe(3);
  expect(printed.at(-2)).toBe("2 reports differ from what the packages export");
  printed = [];
  expect(run(["packages/one"], false)).toBe(0);
  expect(printed).toEqual(["written: packages/one/api/index.api.md", "removed: packages/one/api/old/entry.api.md"]);
  printed = [];
  expect(run([], true)).toBe(0);
  expect(printed).toEqual(["1 reports of 1 packages, none differs"]);
});

it("shows the lines that differ", () => {
  made.addPackage("one", "");
  made.write("packages/one/dist/index.d.ts", "export declare const a: number;\nexport declare const b: number;\n");
  run([], false);
  made.write("packages/one/dist/index.d.ts", "export declare const a: number;\n");
  printed = [];
  expect(run([], true)).toBe(3);
  expect(printed[0]).toContain("\n-export const b: number;\n");
});

function messageOf(call: () => unknown): string {
  try {
    call();
  } catch (caught) {
    return describeError(caught);
  }
  return "nothing was thrown";
}
