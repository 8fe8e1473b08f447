// What both backends do with a conversion webhook: a field is called otherwise in each version, and ours renames it.
import type { UnstructuredObject } from "@capstan/kube";
import { afterAll, expect, test } from "vitest";
import type { TestEnvOptions } from "../../src/start.ts";
import { useSuiteEnv } from "./suite-env.ts";
import { startProbeWebhook, type ProbeWebhook } from "./webhook-server.ts";

const stored = "/apis/probe.test/v1/movers";
const older = "/apis/probe.test/v1beta1/movers";

/** The suite on a backend. */
export function conversionSuite(options: TestEnvOptions): void {
  const sizes: number[] = [];
  const { send } = useSuiteEnv(options, async ({ env }) => {
    const converter = await startProbeWebhook({ convert: rename, converted: (objects) => sizes.push(objects.length) });
    afterAll(() => converter[Symbol.asyncDispose]());
    await env.applyCrds([mover(converter)]);
  });

  test("each version is served by the webhook", async () => {
    const created = await send("POST", older, {
      apiVersion: "probe.test/v1beta1",
      kind: "Mover",
      metadata: { name: "m" },
      spec: { old: "x" },
    });
    expect(created).toMatchObject({ status: 201, body: { apiVersion: "probe.test/v1beta1", spec: { old: "x" } } });
    expect(await send("GET", `${stored}/m`)).toMatchObject({
      body: { apiVersion: "probe.test/v1", spec: { new: "x" } },
    });
    const patched = await send("PATCH", `${older}/m`, { spec: { old: "y" } });
    expect(patched).toMatchObject({ status: 200, body: { metadata: { generation: 2 }, spec: { old: "y" } } });
    expect(await send("GET", older)).toMatchObject({
      body: { items: [{ apiVersion: "probe.test/v1beta1", spec: { old: "y" } }] },
    });
    const events = await send("GET", `${older}?watch=true&timeoutSeconds=1`);
    expect(events.body).toMatchObject([
      { type: "ADDED", object: { apiVersion: "probe.test/v1beta1", spec: { old: "y" } } },
    ]);
  });

  test("a default of a version is set in what clients write in it, and not in what the webhook answers", async () => {
    const mode = { metadata: { name: "mode" }, spec: { new: "x" } };
    await send("POST", stored, { apiVersion: "probe.test/v1", kind: "Mover", ...mode });
    expect((await send("GET", `${older}/mode`)).body).toMatchObject({ spec: { old: "x" } });
    expect((await send("GET", `${older}/mode`)).body).not.toHaveProperty("spec.mode");
    // The patched object is defaulted, and converted as a whole.
    await send("PATCH", `${older}/mode`, { spec: { old: "y" } });
    expect((await send("GET", `${stored}/mode`)).body).toHaveProperty("spec", { new: "y", mode: "hard" });
    await send("DELETE", `${stored}/mode`);
  });

  test("each object of a list is converted by a review of its own, once", async () => {
    const names = Array.from({ length: 12 }, (_, index) => `list-${index}`);
    for (const name of names)
      await send("POST", stored, {
        apiVersion: "probe.test/v1",
        kind: "Mover",
        metadata: { name, labels: { of: "list" } },
        spec: { new: name },
      });
    expect(await send("GET", `${older}?labelSelector=of=list`)).toMatchObject({
      body: { items: names.toSorted().map((name) => ({ metadata: { name }, spec: { old: name } })) },
    });
    expect(sizes.length).toBeGreaterThanOrEqual(names.length);
    expect(new Set(sizes)).toEqual(new Set([1]));
    sizes.length = 0;
    expect(await send("GET", `${older}?labelSelector=of=list&limit=5`)).toMatchObject({ status: 200 });
    expect(sizes).toEqual([]);
  });

  test("one object that cannot be converted fails the lists of its version, in the words of the webhook", async () => {
    const broken = {
      apiVersion: "probe.test/v1",
      kind: "Mover",
      metadata: { name: "broken" },
      spec: { new: "broken" },
    };
    expect(await send("POST", stored, broken)).toMatchObject({ status: 201 });
    const message = "conversion webhook for probe.test/v1, Kind=Mover failed: this one is broken";
    const failure = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, code: 500 };
    expect((await send("GET", `${older}/broken`)).body).toEqual(failure);
    expect((await send("PATCH", `${older}/broken`, { spec: { old: "x" } })).body).toEqual(failure);
    // The real server waits for its cache for three seconds, and says on some paths that it is not ready.
    const listed = await send("GET", older);
    expect([429, 500]).toContain(listed.status);
    expect(listed.body).toMatchObject({ message: expect.stringContaining(message) });
    expect(await send("GET", stored)).toMatchObject({ status: 200 });
    expect(await send("DELETE", `${stored}/broken`)).toMatchObject({ status: 200 });
  });
}

function rename(object: UnstructuredObject, apiVersion: string): object {
  const { old, new: renamed, ...rest } = object["spec"] as { old?: string; new?: string };
  if (renamed === "broken") throw new Error("this one is broken");
  const value = old ?? renamed;
  return { ...object, apiVersion, spec: { ...rest, [apiVersion.endsWith("/v1") ? "new" : "old"]: value } };
}

function mover({ url, caBundle }: ProbeWebhook): object {
  const schema = (field: string, mode: object): object => ({
    openAPIV3Schema: {
      type: "object",
      properties: {
        spec: { type: "object", properties: { [field]: { type: "string" }, mode: { type: "string", ...mode } } },
      },
    },
  });
  const webhook = { clientConfig: { url: `${url}/convert`, caBundle }, conversionReviewVersions: ["v1"] };
  const versions = [
    { name: "v1", served: true, storage: true, schema: schema("new", {}) },
    { name: "v1beta1", served: true, storage: false, schema: schema("old", { default: "hard" }) },
  ];
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "movers.probe.test" },
    spec: {
      group: "probe.test",
      names: { kind: "Mover", plural: "movers" },
      scope: "Cluster",
      versions,
      conversion: { strategy: "Webhook", webhook },
    },
  };
}
