// Released hooks: what each rule rejects, and what the lock keeps.
import { describeHook, type Hook, type HookInput } from "@capstan/contract/define";
import { formatDiagnostic } from "@capstan/kube";
import { describe, expect, test } from "vitest";
import { hookId, type HookSet } from "../changes/hook-set.ts";
import type { OpenApiSchema } from "../openapi/document.ts";
import { type HookLock, lockAfter, readLock, writeLock } from "./hook-lock.ts";
import { lockDiagnostics } from "./lock-diagnostics.ts";
import { lockProblems } from "./lock-problems.ts";

const object: OpenApiSchema = { type: "object" };
const withSize: OpenApiSchema = {
  type: "object",
  properties: { size: { type: "string", description: "size is it." } },
};

interface Given extends Partial<HookInput> {
  readonly request?: OpenApiSchema;
}

/** Hooks named Foo: their versions, with what is different from an empty one. */
type Versions = Readonly<Record<string, Given>>;

function hooksOf(versions: Versions): { readonly declared: readonly Hook[]; readonly hooks: HookSet } {
  const declared = Object.entries(versions).map(([version, given]): [Hook, OpenApiSchema] => {
    const { request = object, ...options } = given;
    const input = { apiVersion: `g.io/${version}`, name: "Foo", summary: "", description: "", ...options };
    return [describeHook(input), request];
  });
  const shapes = declared.map(([hook, request]) => {
    const { blocking, singleton, handlers } = hook;
    return [hookId(hook), { behavior: { blocking, singleton, handlers }, request, response: object }] as const;
  });
  return { declared: declared.map(([hook]) => hook), hooks: { hooks: Object.fromEntries(shapes), schemas: {} } };
}

/** The lock after releases with these hooks. */
function locked(...releases: readonly (readonly [version: string, date: string, hooks: Versions])[]): HookLock {
  let lock: HookLock | undefined;
  for (const [version, date, versions] of releases)
    lock = lockAfter(lock, { release: { version, date }, ...hooksOf(versions) });
  if (lock === undefined) throw new Error("no release was given");
  return lock;
}

function problems(lock: HookLock, versions: Versions, today = "2026-06-01"): string[] {
  const { declared, hooks } = hooksOf(versions);
  const at = declared.map((hook) => ({ hook, position: { file: "foo.ts", line: 3, column: 1 } }));
  return lockProblems({ lock, file: "hooks.lock", declared: at, hooks, today }).map(
    (problem) => formatDiagnostic(problem).split("\n")[0] ?? "",
  );
}

test("nothing is wrong with hooks that are as they were released, and with new ones", () => {
  const lock = locked(["1.0.0", "2026-01-01", { v1alpha1: { request: withSize } }]);
  expect(problems(lock, { v1alpha1: { request: withSize }, v1beta1: {} })).toEqual([]);
});

test("each error about a rule names it, as its explanation does", () => {
  const named = Object.entries(lockDiagnostics).flatMap(([code, { severity, message, explain }]) => {
    const [rule] = /Rule \d/.exec(explain) ?? [];
    return rule !== undefined && severity === "error" ? [{ code, isNamed: message.includes(`(${rule} of `) }] : [];
  });
  expect(named).toHaveLength(7);
  expect(named.filter(({ isNamed }) => !isNamed)).toEqual([]);
});

test("a released version must not break, and the way out is a new one", () => {
  const lock = locked(["1.0.0", "2026-01-01", { v1alpha1: { request: withSize } }]);
  expect(problems(lock, { v1alpha1: {} })).toEqual([
    'foo.ts:3:1 error hooks/breaking-change: g.io/v1alpha1/Foo in its request, at "size": the field is removed, which breaks extensions of release 1.0.0 (Rule 1 of the Runtime SDK)',
  ]);
  expect(problems(lock, { v1alpha1: { request: withSize, blocking: true } })).toEqual([
    "foo.ts:3:1 error hooks/breaking-change: g.io/v1alpha1/Foo: whether an answer may delay the caller changes: false, now true, which breaks extensions of release 1.0.0 (Rule 1 of the Runtime SDK)",
  ]);
});

test("what extensions may notice is a warning", () => {
  const mode = (...values: string[]): OpenApiSchema => ({
    type: "object",
    properties: { mode: { type: "string", enum: values } },
  });
  const lock = locked(["1.0.0", "2026-01-01", { v1: { request: mode("a") } }]);
  expect(problems(lock, { v1: { request: mode("a", "b") } })).toEqual([
    'foo.ts:3:1 warning hooks/visible-change: g.io/v1/Foo in its request, at "mode": the value "b" is new, which extensions of release 1.0.0 may not expect',
  ]);
});

describe("a version is removed", () => {
  const deprecated = { since: "1.1", replacement: "v1", removal: "1.4" };
  const old = { deprecated };

  test("never without having been deprecated, except for alpha", () => {
    const lock = locked(["1.0.0", "2024-01-01", { v1alpha1: {}, v1beta1: {}, v1: {} }]);
    expect(problems(lock, { v1: {} })).toEqual([
      "hooks.lock error hooks/removed: g.io/v1beta1/Foo was removed without having been deprecated (Rule 4 of the Runtime SDK)",
    ]);
  });

  test.each([
    { today: "2026-06-30", releases: ["1.2.0"], want: "from 2026-07-01 on, after 0 more minor releases" },
    { today: "2026-07-01", releases: [], want: "from 2026-07-01 on, after 1 more minor releases" },
    { today: "2026-07-01", releases: ["1.1.1"], want: "from 2026-07-01 on, after 1 more minor releases" },
    { today: "2026-07-01", releases: ["1.2.0"], want: undefined },
  ])("on $today after $releases", ({ today, releases, want }) => {
    const lock = locked(
      ["1.0.0", "2025-01-01", { v1beta1: {}, v1: {} }],
      ["1.1.0", "2026-01-01", { v1beta1: old, v1: {} }],
      ...releases.map((version) => [version, "2026-02-01", { v1beta1: old, v1: {} }] as const),
    );
    const { declared, hooks } = hooksOf({ v1: {} });
    const at = declared.map((hook) => ({ hook, position: { file: "foo.ts" } }));
    const found = lockProblems({ lock, file: "hooks.lock", declared: at, hooks, today });
    expect(found.map(({ code, help }) => [code, help])).toEqual(
      want === undefined ? [] : [["hooks/removed-early", `restore it; it may be removed ${want}`]],
    );
  });

  test("counts from the release that deprecated it first", () => {
    const lock = locked(
      ["1.0.0", "2024-01-31", { v1beta1: old, v1: {} }],
      ["1.1.0", "2026-01-01", { v1beta1: old, v1: {} }],
    );
    expect(lock.hooks["g.io/v1beta1/Foo"]).toMatchObject({ since: "1.0.0", deprecatedIn: "1.0.0" });
    expect(problems(lock, { v1: {} }, "2024-07-31")).toEqual([]);
  });
});

describe("a version is deprecated", () => {
  const lock = locked(["1.0.0", "2026-01-01", { v1beta1: {} }]);
  const with1 = (deprecated: NonNullable<Given["deprecated"]>, others: Versions = { v1: {} }): string[] =>
    problems(lock, { v1beta1: { deprecated }, ...others });
  const good = { since: "1.1", replacement: "v1", removal: "1.3" };

  test.each<{ name: string; found: readonly string[]; want: readonly string[] }>([
    { name: "for one that is there", found: with1(good), want: [] },
    { name: "for another hook", found: with1({ ...good, replacement: "g.io/v1/Foo" }), want: [] },
    {
      name: "without a replacement",
      found: with1(true),
      want: [
        "foo.ts:3:1 error hooks/deprecation: g.io/v1beta1/Foo is deprecated without a replacement (Rule 3 of the Runtime SDK)",
      ],
    },
    {
      name: "for one that is not there",
      found: with1(good, {}),
      want: [
        "foo.ts:3:1 error hooks/replacement: g.io/v1beta1/Foo is deprecated in favor of v1, which is not declared (Rule 3 of the Runtime SDK)",
      ],
    },
    {
      name: "for one that is less stable",
      found: with1({ ...good, replacement: "v2alpha1" }, { v2alpha1: {} }),
      want: [
        "foo.ts:3:1 error hooks/replacement: g.io/v1beta1/Foo is deprecated in favor of v2alpha1, which is less stable (Rule 3 of the Runtime SDK)",
      ],
    },
    {
      name: "with words in place of releases",
      found: with1({ ...good, since: "soon", removal: "" }),
      want: [
        'foo.ts:3:1 error hooks/no-release: g.io/v1beta1/Foo is deprecated with "soon" as `since`, which is no release (Rule 4 of the Runtime SDK)',
        'foo.ts:3:1 error hooks/no-release: g.io/v1beta1/Foo is deprecated with "" as `removal`, which is no release (Rule 4 of the Runtime SDK)',
      ],
    },
    {
      name: "to be removed too early",
      found: with1({ ...good, removal: "1.2" }),
      want: [
        "foo.ts:3:1 error hooks/early-removal: g.io/v1beta1/Foo is deprecated since 1.1 and to be removed in 1.2, but it is supported for 6 months and 2 minor releases after that (Rule 4 of the Runtime SDK)",
      ],
    },
  ])("$name", ({ found, want }) => expect(found).toEqual(want));
});

describe("the file", () => {
  const lock = locked(["1.0.0", "2026-01-01", { v1: { request: withSize } }]);
  const file = writeLock(lock);

  test("is read as it was written, without descriptions", () => {
    expect(readLock(file)).toEqual({ lock });
    expect(file).not.toContain("size is it.");
  });

  test.each([
    { name: "no JSON", content: "{", problem: "it is not JSON" },
    {
      name: "a merge that was not resolved",
      content: `<<<<<<< ours\n${file}`,
      problem: "it has the marks of a merge that was not resolved",
    },
    { name: "a list", content: "[]", problem: "it is not a JSON object" },
    { name: "another format", content: '{"format":2}', problem: "its format is 2, and this version reads 1" },
    {
      name: "edited by hand",
      content: file.replace('"size"', '"length"'),
      problem: "it was changed since `capstan generate --release` wrote it",
    },
  ])("$name is not used", ({ content, problem }) => expect(readLock(content)).toEqual({ problem }));
});
