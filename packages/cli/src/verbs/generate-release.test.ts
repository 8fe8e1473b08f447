// `capstan generate --release`: hooks that were released, in hooks.lock, and what later changes of them mean.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TemporaryProject } from "../../test/temporary-project.ts";

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
  at.install();
});
afterEach(() => at[Symbol.dispose]());

/** A hook in one version; its request has these fields. */
const hook = (fields: string, version = "v1beta1", options = ""): string => `
import { defineHook, type Hook, type Int32 } from "@capstan/api";
export interface BeforeBackupRequest { apiVersion?: string; kind?: string; ${fields} }
export interface BeforeBackupResponse { status: "Success" | "Failure"; message?: string; retryAfterSeconds: Int32 }
export const BeforeBackup: Hook<BeforeBackupRequest, BeforeBackupResponse> = defineHook({
  apiVersion: "hooks.vault.example.com/${version}", name: "BeforeBackup", summary: "s", description: "d.", blocking: true, ${options}
});
`;

const project = (source: string): Readonly<Record<string, string | object>> => ({
  "package.json": { name: "vault", version: "0.1.0", type: "module" },
  "src/api/v1beta1/hooks.ts": source,
});

const release = (version: string): ReturnType<TemporaryProject["capstan"]> =>
  at.capstan(["generate", "--release", version]);
const check = (): ReturnType<TemporaryProject["capstan"]> => at.capstan(["generate", "--check"]);

describe("a release", () => {
  test("records the hooks, and is compared with from then on", async () => {
    at.write(project(hook("target: string; copies?: Int32;")));
    const { code, text } = await release("v1.0.0");
    expect([code, text]).toEqual([0, expect.stringContaining("  created hooks.lock\n")]);
    expect(at.read("hooks.lock")).toContain('"1.0.0"');
    expect((await check()).code).toBe(0);

    at.write(project(hook("target: string;")));
    const broken = await check();
    const printed = broken.text.split("\n").filter((line) => / error hooks|help:/.test(line));
    expect([broken.code, printed]).toEqual([
      1,
      [
        'src/api/v1beta1/hooks.ts:5:14 error hooks/breaking-change: hooks.vault.example.com/v1beta1/BeforeBackup in its request, at "copies": the field is removed, which breaks extensions of release 1.0.0 (Rule 1 of the Runtime SDK)',
        "  help: restore it, and declare the hook in a new version with the change and a conversion",
      ],
    ]);
    const before = at.read("hooks.lock");
    expect((await release("1.1.0")).code).toBe(1);
    expect(at.read("hooks.lock")).toBe(before);
  });

  test("shows a warning for what extensions may not expect, and records it", async () => {
    at.write(project(hook('mode: "fast";')));
    await release("1.0.0");
    at.write(project(hook('mode: "fast" | "safe";')));
    const { code, text } = await release("1.1.0");
    expect([code, text]).toEqual([0, expect.stringContaining("warning hooks/visible-change: ")]);
    expect((await check()).text).not.toContain("warning");
  });

  test.each([
    { version: "1.0.0", problem: "it is not newer than the last release, 1.0.0" },
    { version: "0.9", problem: "it is not newer than the last release, 1.0.0" },
    { version: "1.1.0-rc.1", problem: "it is not a version such as 1.4.0" },
    { version: "", problem: "it is not a version such as 1.4.0" },
  ])("$version is not the next one", async ({ version, problem }) => {
    at.write(project(hook("target: string;")));
    await release("1.0.0");
    const { code, text } = await release(version);
    expect([code, text.split("\n")[1]]).toEqual([
      1,
      `error hooks/release: the release "${version}" cannot be recorded: ${problem}`,
    ]);
  });
});

test("a lock that was edited is not used", async () => {
  at.write(project(hook("target: string;")));
  await release("1.0.0");
  at.write({ "hooks.lock": at.read("hooks.lock").replaceAll('"target"', '"goal"') });
  const { code, text } = await check();
  expect([code, text.split("\n").slice(1, 3)]).toEqual([
    1,
    [
      "error hooks/lock: hooks.lock cannot be used: it was changed since `capstan generate --release` wrote it",
      "  help: restore it from version control, after a merge one of its sides; only `capstan generate --release` writes it",
    ],
  ]);
});

describe("a lock that was deleted", () => {
  const mark = "generated/openapi/released-hooks.json";
  const lines = async (): Promise<readonly [number, readonly string[]]> => {
    const { code, text } = await check();
    return [code, text.split("\n").slice(1, 3)];
  };

  test("is an error, also of the next release, and its hooks are generated again once it is restored", async () => {
    at.write(project(hook("target: string;")));
    await release("1.0.0");
    expect(at.read(mark)).toBe('{\n  "lock": "hooks.lock",\n  "since": "1.0.0"\n}\n');
    const lock = at.read("hooks.lock");
    rmSync(join(at.root, "hooks.lock"));
    at.write(project(hook("goal: string;")));
    expect(await lines()).toEqual([
      1,
      [
        `error hooks/lock-missing: hooks.lock is missing, and ${mark} says that hooks of this project were released`,
        `  help: restore it from version control; where nothing was released, remove ${mark} too`,
      ],
    ]);
    expect((await release("1.1.0")).text).toContain("error hooks/lock-missing");
    expect(at.files()).not.toContain("hooks.lock");
    at.write({ "hooks.lock": lock });
    expect((await check()).text).toContain("error hooks/breaking-change");
  });

  test("is none once the mark is removed too", async () => {
    at.write(project(hook("target: string;")));
    await release("1.0.0");
    rmSync(join(at.root, "hooks.lock"));
    rmSync(join(at.root, mark));
    const { code, text } = await at.capstan(["generate"]);
    expect([code, text]).toEqual([0, expect.not.stringContaining("error")]);
    expect((await check()).code).toBe(0);
  });

  test("without a release there is no mark", async () => {
    at.write(project(hook("target: string;")));
    await at.capstan(["generate"]);
    expect(at.files()).not.toContain(mark);
  });

  test("of a project that has no mark yet is marked by the next generation", async () => {
    at.write(project(hook("target: string;")));
    await release("1.0.0");
    rmSync(join(at.root, mark));
    expect((await check()).code).toBe(3);
    expect((await at.capstan(["generate"])).text).toContain(`created ${mark}`);
  });
});

test.each([
  {
    name: "a pipe",
    make: (file: string) => execFileSync("mkfifo", [file]),
    problem: "it is a pipe, a socket or a device",
  },
  { name: "a folder", make: (file: string) => mkdirSync(file), problem: "EISDIR" },
])("a lock that is $name is an error", async ({ make, problem }) => {
  at.write(project(hook("target: string;")));
  make(join(at.root, "hooks.lock"));
  const { code, text } = await check();
  expect([code, text]).toEqual([1, expect.stringContaining(`error hooks/lock: hooks.lock cannot be used: ${problem}`)]);
});

test("a removed version is an error at the lock", async () => {
  at.write(project(hook("target: string;")));
  await release("1.0.0");
  at.write(project(hook("target: string;", "v1")));
  const { code, text } = await check();
  expect([code, text.split("\n")[1]]).toEqual([
    1,
    "hooks.lock error hooks/removed: hooks.vault.example.com/v1beta1/BeforeBackup was removed without having been deprecated (Rule 4 of the Runtime SDK)",
  ]);
});

test.each([
  { argv: ["--check", "--release", "1.0.0"], problem: "--release and --check exclude each other" },
  { argv: ["--watch", "--release", "1.0.0"], problem: "--release and --watch exclude each other" },
])("$argv is a mistake", async ({ argv, problem }) => {
  at.write(project(hook("target: string;")));
  expect(await at.capstan(["generate", ...argv])).toEqual({
    code: 2,
    text: expect.stringContaining(problem) as string,
  });
});

test("a project without hooks has nothing to record", async () => {
  at.write(project("export type A = string;"));
  const { code, text } = await release("1.0.0");
  expect([code, text]).toEqual([1, expect.stringContaining("the project declares no hooks")]);
  expect(at.files()).not.toContain("hooks.lock");
});
