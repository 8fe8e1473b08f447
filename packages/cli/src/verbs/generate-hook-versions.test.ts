// `capstan generate` on a hook in two versions: with conversions, without them, and with rules that have no meaning for requests.
import { afterEach, beforeEach, expect, test } from "vitest";
import { TemporaryProject } from "../../test/temporary-project.ts";

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
  at.install();
});
afterEach(() => at[Symbol.dispose]());

const hook = (version: string, fields: string): string => `
import { defineHook, type Hook, type Int32 } from "@capstan/api";
/** A request. */
export interface BeforeBackupRequest { apiVersion?: string; kind?: string; ${fields} }
/** A response. */
export interface BeforeBackupResponse { status: "Success" | "Failure"; message?: string; retryAfterSeconds: Int32 }
/** Called before a backup. */
export const BeforeBackup: Hook<BeforeBackupRequest, BeforeBackupResponse> = defineHook({
  apiVersion: "hooks.vault.example.com/${version}", name: "BeforeBackup", summary: "s", description: "d.", blocking: true,
});
`;

const conversions = (older: string): string => `
import { type Conversion, defineConversion } from "@capstan/api";
import type * as v1 from "./v1/hooks.ts";
import type * as v2 from "./v2/hooks.ts";
export const request: Conversion<v1.BeforeBackupRequest, v2.BeforeBackupRequest> = defineConversion({
  older: { ${older} },
});
export const response: Conversion<v1.BeforeBackupResponse, v2.BeforeBackupResponse> = defineConversion({});
`;

const versions = {
  "package.json": { name: "vault", version: "0.1.0", type: "module" },
  "node_modules/vitest/package.json": {},
  "node_modules/fast-check/package.json": {},
  "src/api/v1/hooks.ts": hook("v1", "target: string; note?: string;"),
  "src/api/v2/hooks.ts": hook("v2", "place: { name: string };"),
};

test("writes the conversions, and both versions into one document", async () => {
  at.write({ ...versions, "src/api/conversions.ts": conversions('target: { to: "place.name" }, note: "removed"') });
  const { code, text } = await at.capstan(["generate"]);
  expect([code, text]).toEqual([0, expect.stringContaining("created src/generated/hook-conversions.ts")]);
  expect(at.read("src/generated/hook-conversions.ts")).toContain('versions: ["v2", "v1"]');
  expect(at.files()).toContain("src/generated/conversion-before-backup-request.test.ts");
  const document = at.read("generated/openapi/runtime-hooks.yaml");
  expect(document.match(/^ {2}\/hooks.*:$/gm)).toEqual([
    "  /hooks.vault.example.com/v1/beforebackup/{name}:",
    "  /hooks.vault.example.com/v2/beforebackup/{name}:",
  ]);
  expect(document).toContain("vault.v1.BeforeBackupRequest:");
});

test("demands conversions of hooks that are released, and of no others", async () => {
  at.write(versions);
  const { code, text } = await at.capstan(["generate"]);
  expect([code, text]).toEqual([0, expect.not.stringContaining("conversion")]);
  const release = await at.capstan(["generate", "--release", "1.0.0"]);
  const errors = release.text.split("\n").filter((line) => line.includes(" error conversion/"));
  expect([release.code, errors.length, errors[0]]).toEqual([
    1,
    2,
    "src/api/v1/hooks.ts:8:14 error conversion/no-hook-conversion: the request of BeforeBackup has no conversion between v1 and the other versions of the hook",
  ]);
  expect(at.files()).not.toContain("hooks.lock");
});

test("rejects rules that keep values, and a required field that is lost", async () => {
  at.write({ ...versions, "src/api/conversions.ts": conversions('target: { to: "place.name" }, note: "keep"') });
  expect((await at.capstan(["generate"])).text).toContain(
    "error conversion/body-keeps: the rule for note keeps values, and a request or response of a hook has no place for them",
  );
  at.write({ "src/api/conversions.ts": conversions('target: "removed", note: "removed"') });
  const { code, text } = await at.capstan(["generate"]);
  expect([code, text]).toEqual([1, expect.stringContaining("error conversion/")]);
});

test.each([
  {
    name: "required in a request and gone",
    rules: 'target: "removed", note: "removed" }, newer: { place: { default: { name: "" } }',
    code: "conversion/required-lost",
    help: "move it to a required field with `to`, and with functions in `as` where its value has to be made, or make it optional in the older version",
  },
  {
    name: "without a rule",
    rules: 'target: { to: "place.name" }',
    code: "conversion/not-covered",
    help: 'write `"note": "removed"`; if it moves to a field of the newer version, write `to` in `older`, `as` for another form, or `together` for several fields',
  },
])("the help for a field that is $name advises no rule that keeps values", async ({ rules, code, help }) => {
  at.write({ ...versions, "src/api/conversions.ts": conversions(rules) });
  const { text } = await at.capstan(["generate"]);
  expect(text).toContain(`error ${code}: `);
  expect(text).toContain(`  help: ${help}\n`);
});

test("each version without a conversion to the newest one is named once", async () => {
  const same = "target: string;";
  at.write({
    ...versions,
    "src/api/v1/hooks.ts": hook("v1", same),
    "src/api/v2/hooks.ts": hook("v2", same),
    "src/api/v3/hooks.ts": hook("v3", same),
    "src/api/conversions.ts": conversions(""),
  });
  const named = async (): Promise<readonly (string | undefined)[]> => {
    const { text } = await at.capstan(["generate", "--release", "1.0.0"]);
    return [...text.matchAll(/the request of BeforeBackup has no conversion between (v\d)/g)].map(([, name]) => name);
  };
  expect(await named()).toEqual(["v3"]);
  const older = conversions("");
  at.write({ "src/api/conversions.ts": older.replaceAll("v1/", "v3/") });
  expect(await named()).toEqual(["v1"]);
});
