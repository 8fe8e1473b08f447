// The operator at work on an API server, the embedded one or a real one.
import { readFile } from "node:fs/promises";
import { ConfigMap, Event } from "@capstan/api";
import { type Client, createClient, isInvalid } from "@capstan/operator";
import { type RunningOperator, startOperator } from "@capstan/operator/testing";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Website } from "../src/api/v1/website.ts";
import { Website as FirstWebsite } from "../src/api/v1beta1/website.ts";
import { operator } from "../src/operator.ts";

/** Set by the test file before it imports this one. */
const backend = process.env["CAPSTAN_TESTENV"] === "envtest" ? "envtest" : "embedded";
const crdFile = new URL("../generated/crds/example.com_websites.json", import.meta.url);

let env: TestEnv;
let running: RunningOperator;
let client: Client;

beforeAll(async () => {
  env = await startTestEnv({ backend, crds: [JSON.parse(await readFile(crdFile, "utf8"))] });
  const before = createClient(env.credentials);
  await before.create(Website, website("old", { title: "<b>Old</b>" }));
  before.close();
  running = startOperator(operator, { credentials: env.credentials });
  client = running.client;
});

afterAll(async () => {
  await running.stop();
  await env.stop();
});

const website = (name: string, spec: Website["spec"]): Website => ({
  apiVersion: "example.com/v1",
  kind: "Website",
  metadata: { namespace: "default", name },
  spec,
});
const page = async (name: string): Promise<string | undefined> =>
  (await client.find(ConfigMap, { namespace: "default", name }))?.data?.["index.html"];
const published = async (name: string): Promise<number | undefined> =>
  (await client.get(Website, { namespace: "default", name })).status?.observedGeneration;

test("a website is published, with the default greeting, and again when it changes", async () => {
  const key = { namespace: "default", name: "home" };
  await client.create(Website, website("home", { title: "Home" }));
  await expect.poll(() => page("home")).toBe("<h1>Home</h1><p>Hello!</p>");
  await expect.poll(() => published("home")).toBe(1);
  await client.patch(Website, key, { type: "merge", body: { spec: { greeting: "Welcome!" } } });
  await expect.poll(() => page("home")).toBe("<h1>Home</h1><p>Welcome!</p>");
  await expect.poll(() => published("home")).toBe(2);
  const events = async (): Promise<readonly (string | undefined)[]> =>
    (await client.listAll(Event, { namespace: "default" })).items
      .filter(({ involvedObject }) => involvedObject.name === "home")
      .map(({ message }) => message);
  await expect.poll(events).toEqual(expect.arrayContaining(["published generation 1", "published generation 2"]));
});

test("a ConfigMap of somebody else stays as it is", async () => {
  const key = { namespace: "default", name: "taken" };
  const taken: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: key, data: { a: "b" } };
  const { metadata } = await client.create(ConfigMap, taken);
  await client.create(Website, website("taken", { title: "Taken" }));
  await client.create(Website, website("next", { title: "Next" }));
  await expect.poll(() => published("next")).toBe(1);
  expect((await client.get(ConfigMap, key)).metadata.resourceVersion).toBe(metadata.resourceVersion);
  expect(await published("taken")).toBeUndefined();
});

test("a page that was changed or deleted by someone else is restored", async () => {
  const key = { namespace: "default", name: "blog" };
  await client.create(Website, website("blog", { title: "Blog" }));
  await expect.poll(() => page("blog")).toBe("<h1>Blog</h1><p>Hello!</p>");
  await client.patch(ConfigMap, key, { type: "merge", body: { data: { "index.html": "hacked" } } });
  await expect.poll(() => page("blog")).toBe("<h1>Blog</h1><p>Hello!</p>");
  await client.delete(ConfigMap, key);
  await expect.poll(() => page("blog")).toBe("<h1>Blog</h1><p>Hello!</p>");
});

test("a website of the first version is published, keeps its host when it changes there, and cannot have markup either", async () => {
  const key = { namespace: "default", name: "first" };
  const first = (heading: string): FirstWebsite => ({
    apiVersion: "example.com/v1beta1",
    kind: "Website",
    metadata: { ...key },
    spec: { heading },
  });
  await expect(client.create(FirstWebsite, first("<b>First</b>"))).rejects.toThrow("must not contain markup");
  await client.create(FirstWebsite, first("First"));
  await expect.poll(() => page("first")).toBe("<h1>First</h1><p>Hello!</p>");
  await client.create(Website, website("hosted", { title: "Hosted", host: "a.example.com" }));
  const hosted = { namespace: "default", name: "hosted" };
  await client.patch(FirstWebsite, hosted, { type: "merge", body: { spec: { heading: "Moved" } } });
  await expect.poll(() => page("hosted")).toBe("<h1>Moved</h1><p>Hello!</p>");
  expect((await client.get(Website, hosted)).spec.host).toBe("a.example.com");
});

test("markup is rejected before it is stored", async () => {
  const call = client.create(Website, website("shop", { title: "<b>Shop</b>", greeting: "Hi & bye" }));
  const because = (value: string): string => `Invalid value: "${value}": must not contain markup`;
  await expect(call).rejects.toSatisfy(isInvalid);
  await expect(call).rejects.toMatchObject({
    details: {
      causes: [
        { field: "spec.title", message: because("<b>Shop</b>") },
        { field: "spec.greeting", message: because("Hi & bye") },
      ],
    },
  });
  expect(await client.find(Website, { namespace: "default", name: "shop" })).toBeUndefined();
});

test("the host keeps the value that a website is created with, and other fields can change", async () => {
  const key = { namespace: "default", name: "club" };
  await client.create(Website, website("club", { title: "Club", host: "club.example.com" }));
  const change = (spec: Partial<Website["spec"]>): Promise<Website> =>
    client.patch(Website, key, { type: "merge", body: { spec } });
  await expect(change({ host: "pub.example.com" })).rejects.toThrow(
    'spec.host: Invalid value: "pub.example.com": field is immutable',
  );
  await expect(change({ title: "<i>Club</i>" })).rejects.toThrow("must not contain markup");
  await change({ title: "The club" });
  await expect.poll(() => page("club")).toBe("<h1>The club</h1><p>Hello!</p>");
});

test("a website that was stored with markup, before there was a webhook, has no page until it changes", async () => {
  await client.create(Website, website("after", { title: "After" }));
  await expect.poll(() => published("after")).toBe(1);
  expect([await page("old"), await published("old")]).toEqual([undefined, undefined]);
  const key = { namespace: "default", name: "old" };
  await client.patch(Website, key, { type: "merge", body: { spec: { title: "Old" } } });
  await expect.poll(() => page("old")).toBe("<h1>Old</h1><p>Hello!</p>");
});
