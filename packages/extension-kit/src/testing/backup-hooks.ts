// A hook of a product's own group in two versions, with schemas and conversions, for this package's own tests. Written by hand, so that it can be wrong in
// ways that `capstan generate` rejects. Not exported.
import { converterOf, type HookConversion, type HookEntry, hookComponents } from "@capstan/api/codegen/v1";

/** The group of the hook. */
export const backupGroup = "hooks.vault.example.com";

interface Answer {
  status: "Success" | "Failure";
  message?: string;
  retryAfterSeconds: number;
}

type HookV1 = HookEntry<{ target: string; note?: string }, Answer & { doneIn: string }>;
type HookV2 = HookEntry<
  { place: { name: string; zone?: string }; copies?: number },
  Answer & { result?: { place?: string } }
>;

const string = { type: "string" };
const answer = {
  status: { type: "string", enum: ["Success", "Failure"] },
  message: string,
  retryAfterSeconds: { type: "integer" },
};
const object = (properties: object, required: readonly string[] = []): object => ({
  type: "object",
  properties,
  required,
});
const schemas = {
  "v1.Request": object({ target: string, note: string }, ["target"]),
  "v2.Request": object(
    {
      place: object({ name: { ...string, minLength: 1 }, zone: string }, ["name"]),
      copies: { type: "integer", maximum: 9 },
    },
    ["place"],
  ),
  "v1.Response": object({ ...answer, doneIn: string }, ["status", "retryAfterSeconds", "doneIn"]),
  "v2.Response": object({ ...answer, result: object({ place: string }) }, ["status", "retryAfterSeconds"]),
};
const components = hookComponents(
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, JSON.stringify(schema)])),
);

const converterBetween = (older: string, [parent = "", field = ""]: readonly string[]): HookConversion["request"] => ({
  converter: converterOf({
    group: backupGroup,
    kind: "Body",
    older: "v1",
    newer: "v2",
    hub: "newer",
    rules: {
      fields: [{ older: [older], newer: [parent, field], shape: "string", anchor: 0 }],
      onlyIn: [{ side: "newer", path: [parent] }],
    },
  }),
  versions: { v2: `${backupGroup}/v2`, v1: `${backupGroup}/v1` },
});

const conversions: readonly HookConversion[] = [
  {
    group: backupGroup,
    hook: "BeforeBackup",
    versions: ["v2", "v1"],
    request: converterBetween("target", ["place", "name"]),
    response: converterBetween("doneIn", ["result", "place"]),
  },
];

const common = {
  group: backupGroup,
  name: "BeforeBackup",
  requestKind: "BeforeBackupRequest",
  responseKind: "BeforeBackupResponse",
  summary: "Called before a backup",
  description: "The product waits for the answer.",
  tags: [],
  blocking: true,
  deprecated: false,
  singleton: false,
  handlers: "all",
  since: undefined,
} as const;

const ofVersion = (
  version: "v1" | "v2",
): Pick<HookEntry, "apiVersion" | "version" | "path"> & { readonly schemas: NonNullable<HookEntry["schemas"]> } => ({
  apiVersion: `${backupGroup}/${version}`,
  version,
  path: `/${backupGroup}/${version}/beforebackup`,
  schemas: { components, request: `${version}.Request`, response: `${version}.Response` },
});

const versions = (): readonly HookEntry[] => [backupCatalog.BeforeBackup, backupCatalog.BeforeBackupV1];

/** The hook in both versions, as a generated catalog has it. */
export const backupCatalog: { readonly BeforeBackup: HookV2; readonly BeforeBackupV1: HookV1 } = {
  BeforeBackup: { ...common, ...ofVersion("v2"), conversions, versions },
  BeforeBackupV1: {
    ...common,
    ...ofVersion("v1"),
    deprecated: true,
    deprecation: { since: "1.2", replacement: "v2", removal: "1.4" },
    conversions,
    versions,
  },
};

/** The catalogs of the release before, which knew one version, and of a product that declared no conversion. */
export const olderCatalogs: { readonly onlyV1: HookV1; readonly unconverted: HookV2 } = {
  onlyV1: { ...common, ...ofVersion("v1") },
  unconverted: { ...common, ...ofVersion("v2"), versions },
};
