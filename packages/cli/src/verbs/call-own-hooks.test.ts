// `capstan call` with hooks of a product: in the version of the handler, in an older one, and in one that nobody answers.
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Printed, TemporaryProject } from "../../test/temporary-project.ts";

const source = `import { defineExtension, handle, retryAfter } from "@capstan/extension-kit";
import { converterOf } from "@capstan/api/codegen/v1";
const group = "hooks.vault.example.com";
const between = (rules) => ({
  converter: converterOf({ group, kind: "Body", older: "v1", newer: "v2", hub: "newer", rules }),
  versions: { v2: group + "/v2", v1: group + "/v1" },
});
const object = (properties) => ({ type: "object", properties: { apiVersion: { type: "string" }, kind: { type: "string" }, ...properties } });
const components = () => ({
  One: { ...object({ bucket: { type: "string" } }), required: ["bucket"] },
  Two: { ...object({ place: object({ name: { type: "string" } }) }), required: ["place"] },
  Answer: object({ status: { type: "string" }, message: { type: "string" }, retryAfterSeconds: { type: "integer", format: "int32" } }),
});
const entry = (version, request) => ({
  apiVersion: group + "/" + version, group, version, name: "BeforeBackup",
  requestKind: "BeforeBackupRequest", responseKind: "BeforeBackupResponse", summary: "s", description: "d", tags: [], blocking: true,
  deprecated: false, singleton: false, handlers: "all", since: undefined, path: "/" + group + "/" + version + "/beforebackup",
  schemas: { components, request, response: "Answer" }, versions: () => [newer, older],
  conversions: [{ group, hook: "BeforeBackup", versions: ["v2", "v1"],
    request: between({ fields: [{ older: ["bucket"], newer: ["place", "name"], shape: "string", anchor: 0 }], onlyIn: [{ side: "newer", path: ["place"] }] }),
    response: between({ fields: [], onlyIn: [] }) }],
});
const newer = entry("v2", "Two");
const older = entry("v1", "One");
export const extension = defineExtension({
  custom: [handle(newer, ({ place }) => retryAfter("30s", "no space in " + place.name))],
}, { name: "vault" });
`;

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
  at.extension("vault", {
    "src/extension.ts": source,
    "two.yaml": "place: { name: here }\n",
    "one.yaml": "apiVersion: hooks.vault.example.com/v1\nbucket: there\n",
    "none.yaml": "apiVersion: hooks.vault.example.com/v3\n",
    "wrong.yaml": "place:\n  name: 1\n",
  });
});
afterEach(() => at[Symbol.dispose]());

const call = (...argv: string[]): Promise<Printed> => at.capstan(["call", ...argv]);

test("is called in the version of the handler, and in that of the request", async () => {
  const two = await call("beforebackup", "--request", "two.yaml");
  expect([two.code, two.text]).toEqual([0, expect.stringMatching(/ms, call again after 30 s: no space in here\n/)]);
  const one = await call("BeforeBackup", "--request", "one.yaml");
  expect([one.code, one.text]).toEqual([0, expect.stringMatching(/ms, call again after 30 s: no space in there\n/)]);
});

test("a version that the extension does not answer is a mistake on the command line", async () => {
  expect(await call("BeforeBackup", "--request", "none.yaml")).toEqual({
    code: 2,
    text: expect.stringContaining(
      'the request is of BeforeBackup in "hooks.vault.example.com/v3": the extension answers hooks.vault.example.com/v2, hooks.vault.example.com/v1',
    ),
  });
});

test("a wrong field has its place, and a request is needed", async () => {
  expect((await call("BeforeBackup", "--request", "wrong.yaml")).text).toContain("wrong.yaml:2:3 error call/failure");
  expect((await call("BeforeBackup")).text).toContain(
    "error call/request-needed: a request of BeforeBackup is not made from a Cluster",
  );
});

test("a name that nobody knows is a mistake, with the name that is meant", async () => {
  expect((await call("BeforeBackups")).text).toContain(
    'there is no hook "BeforeBackups"; did you mean "BeforeBackup"?',
  );
  expect((await call("BeforeBackup", "--url", "https://localhost:1")).text).toContain('no hook "BeforeBackup"');
});
