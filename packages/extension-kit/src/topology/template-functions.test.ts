// What functions of patchTemplates and checkTemplates can do: wait, use the context of the call, be for some templates only, choose the form of their patch.
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@capstan/client";
import { hookCatalog } from "@capstan/api/catalog";
import type { HolderReference } from "@capstan/api/hooks/v1alpha1";
import { type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import { expect, expectTypeOf, test } from "vitest";
import { defineExtension, type Extension } from "../authoring/define-extension.ts";
import { type LogFields, type Logger, silentLogger } from "@capstan/process";
import { callInProcess, patchedTemplates, requestItems, requestVariables, type TemplateUse } from "../testing/index.ts";
import { checkTemplates } from "./check-templates.ts";
import { defineVariables } from "./define-variables.ts";
import { patchTemplates, type TemplatePatcher } from "./patch-templates.ts";
import { type TemplateSelector, templatesOf } from "./template-selectors.ts";

interface FooTemplate extends KubeObject<"example.dev/v1", "FooTemplate"> {
  spec: { image?: string | null; tags?: string[] };
}
const FooTemplate: Resource<FooTemplate> = resourceOf("example.dev/v1", "FooTemplate");
const none = defineVariables({});
const { GeneratePatches, ValidateTopology } = hookCatalog;

const foo = (spec: FooTemplate["spec"] = {}, name = "foo"): FooTemplate => ({
  apiVersion: "example.dev/v1",
  kind: "FooTemplate",
  metadata: { name },
  spec,
});

const patching = (patches: TemplatePatcher<{}>): Extension => defineExtension({ generatePatches: { patches } });

async function patchAll(extension: Extension, uses: readonly TemplateUse[]) {
  const items = requestItems(uses);
  const response = await callInProcess(extension, GeneratePatches, { request: { items } });
  const kinds = response.items?.map(({ uid, patchType }) => `${uid} ${patchType}`);
  return { response, kinds, templates: response.status === "Success" ? patchedTemplates(items, response) : [] };
}

test("what a function does after it waited is in the patch, in the order of the functions and of the templates", async () => {
  const order: string[] = [];
  const step =
    (tag: string, ms: number) =>
    async (template: FooTemplate): Promise<void> => {
      if (ms > 0) await sleep(ms);
      order.push(`${template.metadata.name} ${tag}`);
      template.spec.tags = [...(template.spec.tags ?? []), tag];
    };
  const extension = patching(
    patchTemplates(none)
      .on(FooTemplate, step("a", 10))
      .on(FooTemplate, (template) => void template.spec.tags?.push("b"))
      .on(FooTemplate, step("c", 0)),
  );
  const { templates } = await patchAll(extension, [{ object: foo({}, "one") }, { object: foo({}, "two") }]);
  expect(templates).toEqual([foo({ tags: ["a", "b", "c"] }, "one"), foo({ tags: ["a", "b", "c"] }, "two")]);
  expect(order).toEqual(["one a", "one c", "two a", "two c"]);
});

test("a function that rejects fails the call, and one that never settles does not hold other calls", async () => {
  const rejecting = patching(patchTemplates(none).on(FooTemplate, () => Promise.reject(new TypeError("secret"))));
  expect((await patchAll(rejecting, [{ object: foo() }])).response).toMatchObject({
    status: "Failure",
    message: "handler patches failed with TypeError; the log of the extension has the reason",
  });
  const stuck = patching(
    patchTemplates(none).on(FooTemplate, ({ metadata }) =>
      metadata.name === "stuck" ? new Promise<never>(() => undefined) : undefined,
    ),
  );
  const items = requestItems([{ object: foo({}, "stuck") }]);
  const call = callInProcess(stuck, GeneratePatches, { request: { items }, timeout: "200ms" });
  expect((await patchAll(stuck, [{ object: foo() }])).response.status).toBe("Success");
  expect(await call).toMatchObject({
    status: "Failure",
    message: "handler patches did not answer within the 0.2s of its caller",
  });
});

test("functions get settings, log, signal and client of the call", async () => {
  const settings = { registry: { default: "registry.example.com" } } as const;
  const lines: [string, LogFields | undefined][] = [];
  const given = { marker: "the client" };
  const extension = defineExtension(
    {
      generatePatches: {
        patches: patchTemplates(none, { settings }).on(FooTemplate, async (template, _, ctx) => {
          expectTypeOf(ctx.settings).toEqualTypeOf<{ readonly registry: string }>();
          template.spec.image = `${ctx.settings.registry}/${ctx.handler}`;
          template.spec.tags = [String(ctx.signal.aborted), JSON.stringify(await ctx.client()), ctx.holder.kind];
          ctx.log.info("patched", { name: template.metadata.name });
        }),
      },
      validateTopology: {
        checks: checkTemplates(none, { settings }).on(FooTemplate, async (_, __, ctx) => [
          `${ctx.settings.registry} ${JSON.stringify(await ctx.client())}`,
        ]),
      },
    },
    { settings, rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get"] }] },
  );
  const log = {
    debug: () => undefined,
    info: (message: string, fields?: LogFields) => void lines.push([message, fields]),
    warn: () => undefined,
    error: () => undefined,
    child: () => log,
  };
  const items = requestItems([{ object: foo() }]);
  // Any object does: the function passes it on.
  const client = given as unknown as Client;
  const request = { items, settings: { registry: "mirror.example.com" } };
  const response = await callInProcess(extension, GeneratePatches, { request, client, log });
  expect(patchedTemplates(items, response)).toEqual([
    foo({ image: "mirror.example.com/patches", tags: ["false", '{"marker":"the client"}', "Cluster"] }),
  ]);
  expect(lines).toContainEqual(["patched", { name: "foo" }]);
  expect(await callInProcess(extension, ValidateTopology, { request, client })).toMatchObject({
    status: "Failure",
    message: 'FooTemplate of Cluster test: mirror.example.com {"marker":"the client"}',
  });
});

test("settings that the extension does not declare do not compile", () => {
  const patches = patchTemplates(none, { settings: { region: {} } });
  const declared = defineExtension({ generatePatches: { patches } }, { settings: { region: { default: "eu" } } });
  expect(Object.keys(declared.settings)).toEqual(["region"]);
  // @ts-expect-error -- the functions read "region"
  defineExtension({ generatePatches: { patches } }, { settings: { other: { default: "eu" } } });
  // @ts-expect-error -- the extension declares no settings
  defineExtension({ generatePatches: { patches } });
  const checks = checkTemplates(none, { settings: { region: {} } });
  // @ts-expect-error -- the extension declares no settings
  defineExtension({ validateTopology: { checks } });
});

test("a function is for the templates that its selector and its kinds name", async () => {
  const holder = (kind: string, fieldPath: string): Partial<HolderReference> => ({ kind, fieldPath });
  const extension = patching(
    patchTemplates(none)
      .on(FooTemplate, ({ spec }) => void (spec.image = "control plane"), { where: templatesOf.controlPlane })
      .onKinds({ group: "example.dev", kind: ["Bar*"] }, (template) => {
        template.spec = { template: { spec: { any: template.apiVersion } } };
      }),
  );
  const bar: KubeObject = { apiVersion: "example.dev/v3", kind: "BarTemplate", metadata: { name: "bar" } };
  const { templates } = await patchAll(extension, [
    { object: foo(), holder: holder("Cluster", "spec.controlPlaneRef") },
    { object: foo(), holder: holder("Cluster", "spec.infrastructureRef") },
    { object: bar },
    { object: { ...foo(), apiVersion: "example.dev/v2" }, holder: holder("Cluster", "spec.infrastructureRef") },
  ]);
  expect(templates).toEqual([
    foo({ image: "control plane" }),
    foo(),
    { ...bar, spec: { template: { spec: { any: "example.dev/v3" } } } },
    { ...foo(), apiVersion: "example.dev/v2" },
  ]);
  const other = [
    { object: { ...foo(), apiVersion: "example.dev/v2" }, holder: holder("Cluster", "spec.controlPlaneRef") },
  ];
  expect((await patchAll(extension, other)).response.message).toBe(
    "template FooTemplate has the version example.dev/v2, but this handler patches example.dev/v1",
  );
});

test("a check is for the templates that its selector and its kinds name", async () => {
  const extension = defineExtension({
    validateTopology: {
      checks: checkTemplates(none)
        .on(FooTemplate, () => ["bad"], { where: templatesOf.not(templatesOf.controlPlane) })
        .onKinds({ version: "v3" }, ({ apiVersion }) => [apiVersion]),
    },
  });
  const use = (object: KubeObject, fieldPath: string, name: string): TemplateUse => ({
    object,
    holder: { fieldPath, name },
  });
  const items = requestItems([
    use(foo(), "spec.controlPlaneRef", "one"),
    use(foo(), "spec.infrastructureRef", "two"),
    use({ ...foo(), apiVersion: "example.dev/v3" }, "spec.controlPlaneRef", "three"),
  ]);
  expect((await callInProcess(extension, ValidateTopology, { request: { items } })).message).toBe(
    "FooTemplate of Cluster three: example.dev/v3; FooTemplate of Cluster two: bad",
  );
});

test("a function can send a merge patch; functions of one form share a patch", async () => {
  const set =
    (image: string) =>
    ({ spec }: FooTemplate): void =>
      void (spec.image = image);
  const tag =
    (name: string) =>
    ({ spec }: FooTemplate): void =>
      void (spec.tags = [...(spec.tags ?? []), name]);
  const merge = { patch: "merge" } as const;
  const extension = patching(
    patchTemplates(none)
      .on(FooTemplate, set("a"), merge)
      .on(FooTemplate, tag("b"), merge)
      .on(FooTemplate, tag("c"))
      .on(FooTemplate, tag("d"), merge),
  );
  const { response, kinds, templates } = await patchAll(extension, [{ object: foo() }]);
  expect(kinds).toEqual(["item-0 JSONMergePatch", "item-0 JSONPatch", "item-0 JSONMergePatch"]);
  expect(templates).toEqual([foo({ image: "a", tags: ["b", "c", "d"] })]);
  expect(response.items?.map(({ patch }) => JSON.parse(Buffer.from(patch, "base64").toString()) as unknown)).toEqual([
    { spec: { image: "a", tags: ["b"] } },
    [{ op: "add", path: "/spec/tags/-", value: "c" }],
    { spec: { tags: ["b", "c", "d"] } },
  ]);
  const unchanged = patching(patchTemplates(none).on(FooTemplate, set("a"), merge));
  expect((await patchAll(unchanged, [{ object: foo({ image: "a" }) }])).kinds).toEqual([]);
});

test("a change to null is a JSON Patch: a merge patch would remove the field", async () => {
  const extension = patching(
    patchTemplates(none).on(FooTemplate, ({ spec }) => void (spec.image = null), { patch: "merge" }),
  );
  const { kinds, templates } = await patchAll(extension, [{ object: foo({ image: "a" }) }]);
  expect([kinds, templates]).toEqual([["item-0 JSONPatch"], [foo({ image: null })]]);
});

test("merge patches have the limit of patches", async () => {
  const large = defineVariables({ image: { schema: { type: "string" } } });
  const extension = defineExtension({
    generatePatches: {
      patches: patchTemplates(large).on(FooTemplate, ({ spec }, { image = "" }) => void (spec.image = image), {
        patch: "merge",
      }),
    },
  });
  const items = requestItems(Array.from({ length: 20 }, () => ({ object: foo() })));
  const request = { items, variables: requestVariables({ image: "x".repeat(1_000_000) }) };
  expect((await callInProcess(extension, GeneratePatches, { request })).message).toBe(
    "the patches of one answer have more than 16777216 characters together",
  );
});

test("the lines of functions and selectors name the holder, and selectors get the context of the call", async () => {
  const lines: LogFields[] = [];
  const logOf = (own: LogFields): Logger => ({
    ...silentLogger,
    info: (message, fields) => void lines.push({ message, ...own, ...fields }),
    child: (fields) => logOf({ ...own, ...fields }),
  });
  const settings = { wanted: { default: "one" } } as const;
  const where: TemplateSelector<{ readonly wanted: string }> = ({ template }, { settings: { wanted }, log }) => {
    log.info("selecting");
    return template.metadata.name === wanted;
  };
  const patches = patchTemplates(none, { settings }).on(
    FooTemplate,
    ({ spec }, _, ctx) => {
      const { log } = ctx;
      log.info("patching", { signal: ctx.signal.aborted });
      spec.image = "chosen";
    },
    {
      where: templatesOf.any(
        templatesOf.infrastructureCluster,
        templatesOf.all(
          where,
          templatesOf.not(() => false),
        ),
      ),
    },
  );
  const checks = checkTemplates(none, { settings }).on(
    FooTemplate,
    (_, __, { log }) => {
      log.info("checking");
      return [];
    },
    { where },
  );
  const extension = defineExtension({ generatePatches: { patches }, validateTopology: { checks } }, { settings });
  const of = (name: string) => ({
    object: foo({}, name),
    holder: { kind: "MachineDeployment", namespace: "ns", name: `md-${name}`, fieldPath: "spec" },
  });
  const items = requestItems([of("one"), of("two")]);
  const call = { request: { items, settings: { wanted: "two" } }, log: logOf({}) };
  const response = await callInProcess(extension, GeneratePatches, call);
  expect(patchedTemplates(items, response)).toEqual([foo({}, "one"), foo({ image: "chosen" }, "two")]);
  const ofCall = { hook: "GeneratePatches", handler: "patches" };
  expect(lines).toEqual([
    { message: "selecting", ...ofCall, holder: "MachineDeployment ns/md-one" },
    { message: "selecting", ...ofCall, holder: "MachineDeployment ns/md-two" },
    { message: "patching", ...ofCall, holder: "MachineDeployment ns/md-two", signal: false },
  ]);
  lines.length = 0;
  expect(await callInProcess(extension, ValidateTopology, call)).toMatchObject({ status: "Success" });
  expect(lines.at(-1)).toEqual({
    message: "checking",
    hook: "ValidateTopology",
    handler: "checks",
    holder: "MachineDeployment ns/md-two",
  });
});
