// `capstan generate` on hooks whose options or responses are wrong, in sources that no compiler has checked.
import { afterEach, beforeEach, expect, test } from "vitest";
import { TemporaryProject } from "../../test/temporary-project.ts";

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
  at.install();
});
afterEach(() => at[Symbol.dispose]());

const right = {
  apiVersion: '"hooks.vault.example.com/v1"',
  name: '"BeforeBackup"',
  summary: '"s"',
  description: '"d."',
  blocking: "true",
};
const response = 'status: "Success" | "Failure"; message?: string; retryAfterSeconds: Int32';

/** What `generate` prints of a hook with these options and this response: its errors, without their sources. */
async function errorsOf(options: Readonly<Record<string, string>>, fields = response): Promise<readonly string[]> {
  const lines = Object.entries(options).map(([name, value]) => `${name}: ${value},`);
  at.write({
    "package.json": { name: "vault", version: "0.1.0", type: "module" },
    "src/api/v1/hooks.ts": [
      'import { defineHook, type Hook, type Int32 } from "@capstan/api";',
      "/** A request. */",
      "export interface BeforeBackupRequest { target: string }",
      "/** A response. */",
      `export interface BeforeBackupResponse { ${fields} }`,
      "/** Called before a backup. */",
      "export const BeforeBackup: Hook<BeforeBackupRequest, BeforeBackupResponse> = defineHook({",
      ...lines,
      "});",
    ].join("\n"),
  });
  const { code, text } = await at.capstan(["generate"]);
  const errors = text.split("\n").filter((line) => / error |^ {2}help: /.test(line));
  expect([code, at.files().includes("src/generated/catalog.ts")]).toEqual(errors.length > 0 ? [1, false] : [0, true]);
  return errors;
}

test("accepts every option in its form", async () => {
  const rest = {
    tags: '["Backups"]',
    singleton: "false",
    handlers: '"one"',
    since: '"1.3"',
    deprecated: '{ since: "1.3", replacement: "v2", removal: "1.9" }',
  };
  expect(await errorsOf({ ...right, ...rest })).toEqual([]);
});

test.each([
  ["apiVersion", '"v1"', 'a group and a version, such as "hooks.example.com/v1alpha1"'],
  ["apiVersion", '"Hooks_X/latest"', 'a group and a version, such as "hooks.example.com/v1alpha1"'],
  ["name", '"beforeBackup"', 'letters and digits, with a capital first, such as "BeforeBackup"'],
  ["name", '"Before Backup/x"', 'letters and digits, with a capital first, such as "BeforeBackup"'],
  ["summary", "1", "one line of text"],
  ["tags", '"Backups"', 'a list of strings, such as ["Backups"]'],
  ["blocking", '"yes"', "true or false"],
  ["handlers", '"two"', '"all", "named" or "one"'],
  ["since", '"soon"', 'a release such as "1.3"'],
  ["deprecated", '"yes"', '{ since: "1.3", replacement: "v1beta1", removal: "1.6" }'],
  ["deprecated", '{"since":"1.3"}', '{ since: "1.3", replacement: "v1beta1", removal: "1.6" }'],
])("rejects %s: %s", async (option, value, help) => {
  const [first, second, ...more] = await errorsOf({ ...right, [option]: value });
  expect(first).toContain(` error hooks/wrong-option: the hook BeforeBackup has ${value} as its option \`${option}\``);
  expect([second, more]).toEqual([`  help: write ${help}`, []]);
});

test("rejects an option that it does not know, at its place", async () => {
  expect(await errorsOf({ ...right, singelton: "true" })).toEqual([
    'src/api/v1/hooks.ts:13:12 error hooks/unknown-option: the hook BeforeBackup has the option "singelton", which defineHook does not know; did you mean "singleton"?',
    "  help: correct the name, or remove it: the options are apiVersion, name, summary, description, tags, blocking, singleton, handlers, since, deprecated",
  ]);
});

test.each(["apiVersion", "name", "summary", "description"] as const)("demands %s", async (option) => {
  const { [option]: _, ...others } = right;
  const [first, ...more] = await errorsOf(others);
  expect(first).toContain(` error hooks/missing-option: the hook BeforeBackup has no option \`${option}\``);
  expect(more).toHaveLength(1);
});

test.each([
  ["no status", "retryAfterSeconds: Int32", "hook/response-status: the response has no status"],
  [
    "a status of other values",
    'status: "Ok"; retryAfterSeconds: Int32',
    "hook/response-status: the response has no status",
  ],
  [
    "no delay although it blocks",
    "status: string",
    "hook/blocking-response: the response of a blocking hook has no retryAfterSeconds",
  ],
  [
    "a delay that is no number",
    "status: string; retryAfterSeconds: string",
    "hook/blocking-response: the response of a blocking hook has no retryAfterSeconds",
  ],
])("rejects a response with %s", async (_, fields, want) => {
  const [first, ...more] = await errorsOf(right, fields);
  expect(first).toContain(` error ${want}`);
  expect(more).toHaveLength(1);
});
