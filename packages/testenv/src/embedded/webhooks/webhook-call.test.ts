// How webhooks are called: by URL or Service, over HTTPS with their own authority, and how a call fails.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startWebhook, type TestWebhook } from "../../../test/webhook.ts";
import { callWebhook, type WebhookCall } from "./webhook-call.ts";

let hook: TestWebhook;
beforeAll(async () => {
  hook = await startWebhook();
});
afterAll(() => hook.close());
beforeEach(() => {
  hook.seen.length = 0;
  hook.respond = () => ({ text: '{"a":1}' });
});

type Client = WebhookCall["client"];

const call = (client: Client, more: Partial<WebhookCall> = {}): Promise<unknown> =>
  callWebhook({ client, body: { review: "ü" }, timeoutMs: 10_000, services: new Map(), ...more });
const byUrl = (path = "/x"): Client => ({ url: `${hook.url}${path}`, caBundle: hook.caBundle });
const byService = (service: object = {}): Client => ({
  service: { namespace: "default", name: "hook", ...service },
  caBundle: hook.caBundle,
});

test("a review is posted as JSON, and the answer is JSON", async () => {
  expect(await call(byUrl())).toEqual({ a: 1 });
  expect(hook.seen).toMatchObject([
    {
      method: "POST",
      url: "/x",
      headers: { "content-type": "application/json", accept: "application/json", "content-length": "15" },
      body: { review: "ü" },
    },
  ]);
});

describe("a Service", () => {
  test.each([
    { service: {}, key: "default/hook", slash: "", url: "/" },
    { service: { path: "/validate" }, key: "default/hook", slash: "", url: "/validate" },
    { service: { path: "/validate" }, key: "default/hook", slash: "/", url: "/validate" },
    { service: { path: "/validate" }, key: "default/hook:443", slash: "", url: "/validate" },
    { service: { path: "/validate", port: 9443 }, key: "default/hook:9443", slash: "", url: "/validate" },
    { service: { path: "/validate", port: 9443 }, key: "default/hook", slash: "", url: "/validate" },
  ])("$service is called where $key is mapped to", async ({ service, key, slash, url }) => {
    const services = new Map([[key, `${hook.url}${slash}`]]);
    expect(await call(byService(service), { services })).toEqual({ a: 1 });
    expect(hook.seen.map((request) => request.url)).toEqual([url]);
  });

  test("of one port goes before all ports", async () => {
    const services = new Map([
      ["default/hook", "https://127.0.0.1:1"],
      ["default/hook:443", hook.url],
    ]);
    expect(await call(byService(), { services })).toEqual({ a: 1 });
  });

  test("must have a certificate for its name", async () => {
    const services = new Map([["default/other", hook.url]]);
    await expect(call(byService({ name: "other" }), { services })).rejects.toThrow(
      `Post "${hook.url}": Hostname/IP does not match certificate's altnames: Host: other.default.svc. is not in the cert's altnames: `,
    );
  });

  test.each([
    { service: {}, at: "https://hook.default.svc:443" },
    { service: { path: "/x", port: 9443 }, at: "https://hook.default.svc:9443/x" },
  ])("$service that is not mapped is an error", async ({ service, at }) => {
    const services = new Map([["default/hook:1", hook.url]]);
    await expect(call(byService(service), { services })).rejects.toThrow(
      new Error(`Post "${at}": service "hook" not found; map it with mapService`),
    );
  });
});

describe("a call fails", () => {
  const failing = (client: Client, more: Partial<WebhookCall> = {}): Promise<unknown> =>
    call(client, more).then(
      () => "it did not fail",
      ({ message }: Error) => message.replaceAll(hook.url, ""),
    );

  test("without an address", async () => {
    expect(await failing({})).toBe("the webhook has neither url nor service");
  });

  test.each([300, 404, 500])("with the status %i", async (code) => {
    hook.respond = () => ({ code, text: "n".repeat(600) });
    expect(await failing(byUrl())).toBe(`Post "/x": the server responded with ${code}: ${"n".repeat(500)}`);
  });

  test.each([200, 201, 299])("not with the status %i", async (code) => {
    hook.respond = () => ({ code, text: "[]" });
    expect(await call(byUrl())).toEqual([]);
  });

  test("when the answer is not JSON", async () => {
    hook.respond = () => ({ text: "n".repeat(300) });
    expect(await failing(byUrl())).toBe(`Post "/x": the response is not JSON: ${"n".repeat(200)}`);
  });

  test("when nothing listens", async () => {
    expect(await failing({ url: "https://127.0.0.1:1/x" })).toBe(
      'Post "https://127.0.0.1:1/x": connect ECONNREFUSED 127.0.0.1:1',
    );
  });

  test("when its authority is unknown", async () => {
    expect(await failing({ url: `${hook.url}/x` })).toMatch(/^Post "\/x": .*certificate/);
  });

  test("when the answer takes too long", async () => {
    let release = (): void => undefined;
    hook.respond = () => new Promise((resolve) => (release = () => resolve({ text: "{}" })));
    expect(await failing(byUrl(), { timeoutMs: 50 })).toBe('Post "/x": context deadline exceeded');
    release();
  });
});
