// Payloads as fields of a response: which have patches, and how those are encoded.
import type { HookEntry } from "@capstan/api/codegen/v1";
import { hookCatalog } from "@capstan/api/catalog";
import { expect, test } from "vitest";
import { encodePayload } from "./encode-payload.ts";

const { CanUpdateMachine, CanUpdateMachineSet, DiscoverVariables, GeneratePatches } = hookCatalog;
const operations = [{ op: "add", path: "/spec/ü", value: 1 }];
const operationsEncoded = {
  patchType: "JSONPatch",
  patch: Buffer.from('[{"op":"add","path":"/spec/ü","value":1}]').toString("base64"),
};
const merge = { spec: { a: null } };
const mergeEncoded = { patchType: "JSONMergePatch", patch: Buffer.from('{"spec":{"a":null}}').toString("base64") };

interface Case {
  readonly name: string;
  readonly hook: HookEntry;
  readonly given: object;
  readonly want: object;
}

test.each<Case>([
  {
    name: "operations for templates",
    hook: GeneratePatches,
    given: {
      items: [
        { uid: "a", patch: operations },
        { uid: "b", patch: merge },
      ],
    },
    want: {
      items: [
        { uid: "a", ...operationsEncoded },
        { uid: "b", ...mergeEncoded },
      ],
    },
  },
  { name: "no templates", hook: GeneratePatches, given: { items: [] }, want: { items: [] } },
  {
    name: "items that are not patches, for the check of the response",
    hook: GeneratePatches,
    given: { items: [1, { uid: "a" }] },
    want: { items: [1, { uid: "a" }] },
  },
  {
    name: "items of another product's hook of the same name",
    hook: { ...GeneratePatches, apiVersion: "hooks.example.com/v1", group: "hooks.example.com" },
    given: { items: [{ uid: "a", patch: operations }] },
    want: { items: [{ uid: "a", patch: operations }] },
  },
  { name: "items that are not a list", hook: GeneratePatches, given: { items: "none" }, want: { items: "none" } },
  {
    name: "fields of a machine",
    hook: CanUpdateMachine,
    given: { machinePatch: operations, bootstrapConfigPatch: merge },
    want: { machinePatch: operationsEncoded, bootstrapConfigPatch: mergeEncoded },
  },
  {
    name: "fields of a machine set, without those that are undefined",
    hook: CanUpdateMachineSet,
    given: { machineSetPatch: merge, bootstrapConfigTemplatePatch: undefined },
    want: { machineSetPatch: mergeEncoded },
  },
  {
    name: "the payload of another hook, as it is",
    hook: DiscoverVariables,
    given: { variables: [{ name: "patch", patch: operations }] },
    want: { variables: [{ name: "patch", patch: operations }] },
  },
])("$name", ({ hook, given, want }) => {
  expect(encodePayload(hook, given)).toStrictEqual(want);
});

test("the patches of one answer have a limit together", () => {
  const patch = [{ op: "add", path: "/spec/a", value: "x".repeat(1_000_000) }];
  const items = Array.from({ length: 15 }, (_, index) => ({ uid: String(index), patch }));
  expect(() => encodePayload(GeneratePatches, { items })).toThrow(
    "the patches of one answer have more than 16777216 characters together",
  );
});
