// What both backends do with the defaults of the stored version: they are set when an object is read, before it is converted, and never stored by that.
import type { UnstructuredObject } from "@capstan/kube";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { TestEnvOptions } from "../../src/start.ts";
import { useSuiteEnv } from "./suite-env.ts";
import { startProbeWebhook, type ProbeWebhook } from "./webhook-server.ts";

const stored = "/apis/probe.test/v1/fillers";
const older = "/apis/probe.test/v1beta1/fillers";

/** The suite on a backend. */
export function storedDefaultsSuite(options: TestEnvOptions): void {
  const converted: unknown[] = [];
  const hook: { webhook?: ProbeWebhook } = {};
  const suite = useSuiteEnv(options, async ({ env }) => {
    const webhook = await startProbeWebhook({
      convert: (object: UnstructuredObject, apiVersion) => {
        converted.push([apiVersion.split("/")[1], object["spec"]]);
        return { ...object, apiVersion };
      },
    });
    hook.webhook = webhook;
    afterAll(() => webhook[Symbol.asyncDispose]());
    await env.applyCrds([filler(webhook, { default: "hard" })]);
  });
  const { send } = suite;
  const create = (version: string, name: string, spec: object): object => ({
    apiVersion: `probe.test/${version}`,
    kind: "Filler",
    metadata: { name },
    spec,
  });
  const define = (mode: object): Promise<void> => suite.env.applyCrds([filler(hook.webhook, mode)]);

  beforeEach(() => void converted.splice(0));

  test("what was written in another version has them in every version, also for the conversion webhook", async () => {
    const filled = { note: "x", mode: "hard", deep: { size: 3 } };
    const body = create("v1beta1", "a", { note: "x", deep: {} });
    expect(await send("POST", older, body)).toMatchObject({ status: 201, body: { spec: filled } });
    expect((await send("GET", `${stored}/a`)).body).toHaveProperty("spec", filled);
    expect((await send("GET", `${older}/a`)).body).toHaveProperty("spec", filled);
    expect(await send("GET", older)).toMatchObject({ body: { items: [{ spec: filled }] } });
    const events = await send("GET", `${older}?watch=true&timeoutSeconds=1`);
    expect(events.body).toMatchObject([{ type: "ADDED", object: { spec: filled } }]);
    expect(converted).toContainEqual(["v1", { note: "x", deep: {} }]);
    expect(converted).toContainEqual(["v1beta1", filled]);
    expect(converted).not.toContainEqual(["v1beta1", { note: "x", deep: {} }]);
  });

  test("a dry run answers with them, too, and a write that changes nothing is none", async () => {
    const dry = await send("POST", `${older}?dryRun=All`, create("v1beta1", "b", { note: "x" }));
    expect(dry).toMatchObject({ status: 201, body: { spec: { note: "x", mode: "hard" } } });
    await send("POST", older, create("v1beta1", "b", { note: "x" }));
    const patched = await send("PATCH", `${older}/b?dryRun=All`, { spec: { note: "y" } });
    expect(patched).toMatchObject({ status: 200, body: { spec: { note: "y", mode: "hard" } } });
    expect(await send("PATCH", `${stored}/b`, { spec: { note: "x" } })).toMatchObject({
      status: 200,
      body: { metadata: { generation: 1 }, spec: { note: "x", mode: "hard" } },
    });
  });

  test("a default that changes, changes what was never written in the stored version", async () => {
    await send("POST", older, create("v1beta1", "c", { note: "x" }));
    await send("POST", stored, create("v1", "d", { note: "x" }));
    const modes = async (): Promise<unknown> => [
      (await send("GET", `${stored}/c`)).body,
      (await send("GET", `${stored}/d`)).body,
    ];
    const of = (...all: readonly object[]): readonly object[] =>
      all.map((mode) => expect.objectContaining({ spec: { note: "x", ...mode } }));
    expect(await modes()).toEqual(of({ mode: "hard" }, { mode: "hard" }));
    for (const mode of [{ mode: "soft" }, { mode: "softer" }]) {
      await define({ default: mode.mode });
      await expect.poll(modes, { timeout: 10_000 }).toEqual(of(mode, { mode: "hard" }));
    }
    await define({});
    await expect.poll(modes, { timeout: 10_000 }).toEqual(of({}, { mode: "hard" }));
  });
}

function filler(webhook: ProbeWebhook | undefined, mode: object): object {
  const schema = (defaults: { readonly mode: object; readonly size: object }): object => ({
    openAPIV3Schema: {
      type: "object",
      properties: {
        spec: {
          type: "object",
          properties: {
            note: { type: "string" },
            mode: { type: "string", ...defaults.mode },
            deep: { type: "object", properties: { size: { type: "integer", ...defaults.size } } },
          },
        },
      },
    },
  });
  const clientConfig = { url: `${webhook?.url}/convert`, caBundle: webhook?.caBundle };
  const versions = [
    { name: "v1", served: true, storage: true, schema: schema({ mode, size: { default: 3 } }) },
    { name: "v1beta1", served: true, storage: false, schema: schema({ mode: {}, size: {} }) },
  ];
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "fillers.probe.test" },
    spec: {
      group: "probe.test",
      names: { kind: "Filler", plural: "fillers" },
      scope: "Cluster",
      versions,
      conversion: { strategy: "Webhook", webhook: { clientConfig, conversionReviewVersions: ["v1"] } },
    },
  };
}
