// What both backends do with the metadata of embedded resources, and with what a conversion webhook answers there and in the labels of an object.
import type { UnstructuredObject } from "@capstan/kube";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { TestEnvOptions } from "../../src/start.ts";
import { useSuiteEnv } from "./suite-env.ts";
import { startProbeWebhook, type ProbeWebhook } from "./webhook-server.ts";

const stored = "/apis/probe.test/v1/holders";
const older = "/apis/probe.test/v1beta1/holders";

const configMap = (metadata: unknown): object => ({ apiVersion: "v1", kind: "ConfigMap", metadata });
const holder = (name: string, spec: object): object => ({
  apiVersion: "probe.test/v1",
  kind: "Holder",
  metadata: { name },
  spec,
});

/** Metadata that Go cannot decode, and why. */
const undecodable: readonly { readonly metadata: unknown; readonly why: string }[] = [
  { metadata: { labels: 5 }, why: "number into Go struct field ObjectMeta.labels of type map[string]string" },
  { metadata: { labels: { a: [] } }, why: "array into Go struct field ObjectMeta.labels of type string" },
  {
    metadata: { annotations: true },
    why: "bool into Go struct field ObjectMeta.annotations of type map[string]string",
  },
  { metadata: { name: 5 }, why: "number into Go struct field ObjectMeta.name of type string" },
  { metadata: { uid: {} }, why: "object into Go struct field ObjectMeta.uid of type types.UID" },
  { metadata: { generation: "1" }, why: "string into Go struct field ObjectMeta.generation of type int64" },
  {
    metadata: { deletionGracePeriodSeconds: 1.5 },
    why: "number 1.5 into Go struct field ObjectMeta.deletionGracePeriodSeconds of type int64",
  },
  {
    metadata: { creationTimestamp: 5 },
    why: "number into Go struct field ObjectMeta.creationTimestamp of type string",
  },
  { metadata: { finalizers: "x" }, why: "string into Go struct field ObjectMeta.finalizers of type []string" },
  { metadata: { finalizers: [5] }, why: "number into Go struct field ObjectMeta.finalizers of type string" },
  {
    metadata: { ownerReferences: {} },
    why: "object into Go struct field ObjectMeta.ownerReferences of type []v1.OwnerReference",
  },
  {
    metadata: { ownerReferences: ["x"] },
    why: "string into Go struct field ObjectMeta.ownerReferences of type v1.OwnerReference",
  },
  {
    metadata: { ownerReferences: [{ uid: 5 }] },
    why: "number into Go struct field OwnerReference.ownerReferences.uid of type types.UID",
  },
  {
    metadata: { ownerReferences: [{ controller: "x" }] },
    why: "string into Go struct field OwnerReference.ownerReferences.controller of type bool",
  },
  {
    metadata: { managedFields: [{ operation: 5 }] },
    why: "number into Go struct field ManagedFieldsEntry.managedFields.operation of type v1.ManagedFieldsOperationType",
  },
  { metadata: "x", why: "string into Go value of type v1.ObjectMeta" },
  { metadata: [], why: "array into Go value of type v1.ObjectMeta" },
];

const messageOf = ({ metadata, why }: { readonly metadata: unknown; readonly why: string }, at: string): string =>
  `${at}.metadata: Invalid value: ${JSON.stringify(metadata)}: json: cannot unmarshal ${why}`;

/** The suite on a backend. */
export function embeddedResourcesSuite(options: TestEnvOptions): void {
  const answer: { change: (object: UnstructuredObject) => object } = { change: (object) => object };
  const { send } = useSuiteEnv(options, async ({ env }) => {
    const webhook = await startProbeWebhook({
      convert: (object, apiVersion) => answer.change({ ...object, apiVersion }),
    });
    afterAll(() => webhook[Symbol.asyncDispose]());
    await env.applyCrds([definition(webhook)]);
    await send("POST", stored, holder("a", { note: "x" }));
  });
  const answerWith = (spec: object): void => {
    answer.change = (object) => ({ ...object, spec: { ...(object["spec"] as object), ...spec } });
  };
  let writes = 0;
  /** Reads the object in the version that is converted to, after a write: what was converted may be kept. */
  const readOlder = async (): Promise<Awaited<ReturnType<typeof send>>> => {
    const { change } = answer;
    answer.change = (object) => object;
    await send("PATCH", `${stored}/a`, { spec: { note: String(writes++) } });
    answer.change = change;
    return send("GET", `${older}/a`);
  };
  const failure = (message: string): object => ({
    status: 500,
    body: { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, code: 500 },
  });

  beforeEach(() => {
    answer.change = (object) => object;
  });

  test("a request with metadata of another type is rejected", async () => {
    for (const one of undecodable) {
      const body = holder("b", { template: configMap(one.metadata) });
      const message = `Holder in version "v1" cannot be handled as a Holder: ${messageOf(one, "spec.template")}`;
      expect(await send("POST", stored, body)).toMatchObject({ status: 400, body: { reason: "BadRequest", message } });
    }
    const [one] = undecodable;
    const patched = await send("PATCH", `${stored}/a`, { spec: { template: configMap(one?.metadata) } });
    expect(patched).toMatchObject({ status: 422, body: { reason: "Invalid" } });
    expect(patched.body).toHaveProperty(
      "message",
      expect.stringMatching(/^ "" is invalid: patch: Invalid value: .*of type map/),
    );
  });

  test("so is an answer of a conversion webhook", async () => {
    for (const one of undecodable) {
      answerWith({ template: configMap(one.metadata) });
      expect(await readOlder()).toMatchObject(failure(messageOf(one, "spec.template")));
    }
    answerWith({ template: { apiVersion: "v1", kind: 5 } });
    expect(await readOlder()).toMatchObject(failure("spec.template.kind: Invalid value: 5: must be a string"));
    const bad = {
      metadata: { labels: 5 },
      why: "number into Go struct field ObjectMeta.labels of type map[string]string",
    };
    answerWith({ list: [configMap({}), configMap(bad.metadata)] });
    expect(await readOlder()).toMatchObject(failure(messageOf(bad, "spec.list[1]")));
    answerWith({ map: { "a/b": configMap(bad.metadata) } });
    expect(await readOlder()).toMatchObject(failure(messageOf(bad, "spec.map[a/b]")));
    // The real server waits for its cache for three seconds, and says on some paths that it is not ready.
    expect([429, 500]).toContain((await send("GET", older)).status);
    for (const path of [older, `${older}?dryRun=All`])
      expect(await send("POST", path, { ...holder("b", {}), apiVersion: "probe.test/v1beta1" })).toMatchObject(
        failure(messageOf(bad, "spec.map[a/b]")),
      );
    expect(await send("PATCH", `${older}/a`, { spec: { note: "y" } })).toMatchObject(
      failure(messageOf(bad, "spec.map[a/b]")),
    );
  });

  test("of metadata, what Go knows is kept, also in what a webhook answers", async () => {
    const metadata = {
      name: "n",
      Name: "m",
      unknown: 1,
      generation: 0,
      creationTimestamp: null,
      deletionTimestamp: "2020-01-01T00:00:00.5+01:00",
      labels: { a: null },
      annotations: {},
      finalizers: null,
      ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "p", uid: "u", controller: false, unknown: 1 }],
    };
    const kept = {
      name: "n",
      deletionTimestamp: "2019-12-31T23:00:00Z",
      labels: { a: "" },
      ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "p", uid: "u", controller: false }],
    };
    const body = holder("c", {
      template: configMap(metadata),
      list: [configMap(null)],
      whole: configMap({ name: "w", x: 1 }),
    });
    const created = await send("POST", `${stored}?dryRun=All`, body);
    const spec = { template: configMap(kept), list: [configMap({})], whole: configMap({ name: "w" }) };
    expect(created.body).toHaveProperty("spec", spec);
    answerWith({ template: configMap(metadata) });
    expect((await readOlder()).body).toHaveProperty("spec.template", configMap(kept));
    const strict = await send("POST", `${stored}?dryRun=All&fieldValidation=Strict`, body);
    expect(strict).toMatchObject({ status: 400 });
    expect(strict.body).toHaveProperty(
      "message",
      expect.stringContaining('unknown field "spec.template.metadata.unknown"'),
    );
  });

  test("labels and annotations that a webhook answers are checked", async () => {
    const prefix = "conversion webhook for probe.test/v1, Kind=Holder returned invalid metadata: ";
    const answerMetadata = (metadata: object): void => {
      answer.change = (object) => ({ ...object, metadata: { ...object.metadata, ...metadata } });
    };
    for (const [metadata, why] of [
      [{ labels: 5 }, "invalid metadata.labels of type int64 in converted object"],
      [{ annotations: [] }, "invalid metadata.annotations of type []interface {} in converted object"],
      [{ labels: { a: 1.5 } }, "metadata.labels[a] must be a string, but is float64 in converted object"],
      [{ annotations: { a: null } }, "metadata.annotations[a] must be a string, but is <nil> in converted object"],
      [
        { labels: { a: {} } },
        "metadata.labels[a] must be a string, but is map[string]interface {} in converted object",
      ],
    ] as const) {
      answerMetadata(metadata);
      expect(await readOlder()).toMatchObject(failure(`${prefix}${why}`));
    }
    answerMetadata({ labels: { "a b": "x" } });
    expect((await readOlder()).body).toHaveProperty(
      "message",
      expect.stringContaining(`${prefix}metadata.labels: Invalid value: "a b": name part must consist of`),
    );
    answerMetadata({ annotations: { a: "x".repeat(262_144) } });
    expect(await readOlder()).toMatchObject(
      failure(`${prefix}metadata.annotation: Too long: may not be more than 262144 bytes`),
    );
    answerMetadata({ labels: null });
    expect((await readOlder()).body).not.toHaveProperty("metadata.labels");
  });
}

function definition({ url, caBundle }: ProbeWebhook): object {
  const open = { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true };
  const whole = { type: "object", "x-kubernetes-embedded-resource": true, properties: { data: { type: "object" } } };
  const properties = {
    note: { type: "string" },
    template: open,
    whole,
    list: { type: "array", items: open },
    map: { type: "object", additionalProperties: open },
  };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties } } } };
  const webhook = { clientConfig: { url: `${url}/convert`, caBundle }, conversionReviewVersions: ["v1"] };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "holders.probe.test" },
    spec: {
      group: "probe.test",
      names: { kind: "Holder", plural: "holders" },
      scope: "Cluster",
      versions: ["v1", "v1beta1"].map((name) => ({ name, served: true, storage: name === "v1", schema })),
      conversion: { strategy: "Webhook", webhook },
    },
  };
}
