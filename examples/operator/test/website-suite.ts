// The operator at work on an API server, the embedded one or a real one.
import { readFile } from "node:fs/promises";
import { ConfigMap, Event } from "@capstan/api";
import { type Client, createClient, createManager, silentLogger } from "@capstan/operator";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Website } from "../src/api/v1/website.ts";
import { websites } from "../src/controller.ts";

/** Set by the test file before it imports this one. */
const backend = process.env["CAPSTAN_TESTENV"] === "envtest" ? "envtest" : "embedded";
const crdFile = new URL("../generated/crds/example.com_websites.json", import.meta.url);

let env: TestEnv;
let client: Client;
let running: Promise<void>;
const stop = new AbortController();

beforeAll(async () => {
  env = await startTestEnv({ backend, crds: [JSON.parse(await readFile(crdFile, "utf8"))] });
  client = createClient(env.credentials);
  const manager = createManager({ client, log: silentLogger, eventSource: "website-operator" });
  manager.addController({ ...websites, minInterval: "0s" });
  running = manager.run(stop.signal);
});

afterAll(async () => {
  stop.abort();
  await running;
  client.close();
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

test("a page that was changed or deleted by someone else is restored", async () => {
  const key = { namespace: "default", name: "blog" };
  await client.create(Website, website("blog", { title: "Blog" }));
  await expect.poll(() => page("blog")).toBe("<h1>Blog</h1><p>Hello!</p>");
  await client.patch(ConfigMap, key, { type: "merge", body: { data: { "index.html": "hacked" } } });
  await expect.poll(() => page("blog")).toBe("<h1>Blog</h1><p>Hello!</p>");
  await client.delete(ConfigMap, key);
  await expect.poll(() => page("blog")).toBe("<h1>Blog</h1><p>Hello!</p>");
});

test("markup is rejected until the website changes", async () => {
  const key = { namespace: "default", name: "shop" };
  await client.create(Website, website("shop", { title: "<b>Shop</b>" }));
  await client.create(Website, website("after", { title: "After" }));
  await expect.poll(() => published("after")).toBe(1);
  expect([await page("shop"), await published("shop")]).toEqual([undefined, undefined]);
  await client.patch(Website, key, { type: "merge", body: { spec: { title: "Shop" } } });
  await expect.poll(() => page("shop")).toBe("<h1>Shop</h1><p>Hello!</p>");
});
