// How the transport handles failures: which requests it repeats, after which waits, and its errors.
import { describeError } from "@capstan/kube";
import { expect, test } from "vitest";
import {
  type Answer,
  cut,
  events,
  instantClock,
  json,
  reject,
  silence,
  startFaultServer,
} from "../../test/fault-server.ts";
import type { Client } from "../client.ts";
import { createClient } from "../create-client.ts";
import { connect, Foo, foo, key } from "../../test/foo-client.ts";

const faults: readonly {
  name: string;
  given: readonly Answer[];
  call: (client: Client) => Promise<unknown>;
  want: { requests: number; waits?: number[]; error?: string };
}[] = [
  {
    name: "a cut read is repeated",
    given: [cut, cut, json(foo)],
    call: (c) => c.get(Foo, key),
    want: { requests: 3, waits: [100, 200] },
  },
  {
    name: "a cut create is not",
    given: [cut, json(foo)],
    call: (c) => c.create(Foo, foo),
    want: {
      requests: 1,
      error:
        "cannot create Foo ns/a: the API server at URL cannot be reached (connection lost)\n  help: check that the server runs and that the kubeconfig has its address",
    },
  },
  {
    name: "a cut delete of a uid is repeated",
    given: [cut, json(foo)],
    call: (c) => c.delete(Foo, key, { preconditions: { uid: "u" } }),
    want: { requests: 2 },
  },
  {
    name: "a cut delete of any object of the name is not",
    given: [cut, json(foo)],
    call: (c) => c.delete(Foo, key),
    want: {
      requests: 1,
      error:
        "cannot delete Foo ns/a: the API server at URL cannot be reached (connection lost)\n  help: check that the server runs and that the kubeconfig has its address",
    },
  },
  {
    name: "a cut apply of a version is repeated",
    given: [cut, json(foo)],
    call: (c) => c.apply(Foo, foo, { fieldManager: "me" }),
    want: { requests: 2 },
  },
  {
    name: "a cut JSON patch is not",
    given: [cut, json(foo)],
    call: (c) => c.patch(Foo, key, { type: "json", body: [] }),
    want: {
      requests: 1,
      error:
        "cannot patch Foo ns/a: the API server at URL cannot be reached (connection lost)\n  help: check that the server runs and that the kubeconfig has its address",
    },
  },
  {
    name: "429 is waited out, also for a create",
    given: [reject(429, "TooManyRequests", { headers: { "retry-after": "2" } }), json(foo)],
    call: (c) => c.create(Foo, foo),
    want: { requests: 2, waits: [2000] },
  },
  {
    name: "429 for an urgent call is not",
    given: [reject(429, "TooManyRequests", { message: "later", headers: { "retry-after": "9" } }), json(foo)],
    call: (c) => c.update(Foo, foo, { urgent: true }),
    want: { requests: 1, error: "cannot update Foo ns/a: later", waits: [] },
  },
  {
    name: "503 for an urgent call is not",
    given: [reject(503, "ServiceUnavailable", { message: "later", headers: { "retry-after": "9" } }), json(foo)],
    call: (c) => c.get(Foo, key, { urgent: true }),
    want: {
      requests: 1,
      error:
        "cannot get Foo ns/a: later\n  help: check the server with `kubectl get --raw /readyz`, and look at its logs",
      waits: [],
    },
  },
  {
    name: "a cut urgent read is repeated",
    given: [cut, json(foo)],
    call: (c) => c.get(Foo, key, { urgent: true }),
    want: { requests: 2, waits: [100] },
  },
  {
    name: "429 without a time is not",
    given: [reject(429, "TooManyRequests", { message: "later" })],
    call: (c) => c.get(Foo, key),
    want: { requests: 1, error: "cannot get Foo ns/a: later" },
  },
  {
    name: "503 with a date is waited out",
    given: [
      reject(503, "ServiceUnavailable", { headers: { "retry-after": "Thu, 01 Jan 1970 00:00:03 GMT" } }),
      json(foo),
    ],
    call: (c) => c.get(Foo, key),
    want: { requests: 2, waits: [3000] },
  },
  {
    name: "504 is not repeated",
    given: [reject(504, "Timeout", { message: "too large", headers: { "retry-after": "1" } })],
    call: (c) => c.get(Foo, key),
    want: {
      requests: 1,
      error:
        "cannot get Foo ns/a: too large\n  help: check the server with `kubectl get --raw /readyz`, and look at its logs",
    },
  },
  {
    name: "503 on a create is waited out, as after a definition was changed",
    given: [
      reject(503, "ServiceUnavailable", { message: "apiserver is shutting down", headers: { "retry-after": "1" } }),
      json(foo),
    ],
    call: (c) => c.create(Foo, foo),
    want: { requests: 2, waits: [1000] },
  },
  {
    name: "500 on a create is not repeated",
    given: [reject(500, "InternalError", { message: "starting", headers: { "retry-after": "1" } })],
    call: (c) => c.create(Foo, foo),
    want: {
      requests: 1,
      error:
        "cannot create Foo ns/a: starting\n  help: check the server with `kubectl get --raw /readyz`, and look at its logs",
    },
  },
  {
    name: "a wait of more than 30 s is not waited",
    given: [reject(429, "TooManyRequests", { message: "much later", headers: { "retry-after": "600" } })],
    call: (c) => c.get(Foo, key),
    want: { requests: 1, error: "cannot get Foo ns/a: much later" },
  },
  {
    name: "retries end",
    given: [reject(429, "TooManyRequests", { message: "later", headers: { "retry-after": "1" } })],
    call: (c) => c.get(Foo, key),
    want: { requests: 11, error: "cannot get Foo ns/a: later" },
  },
  {
    name: "a redirect is not followed, and its query is not quoted",
    given: [
      (response) => response.writeHead(302, { location: "https://login.example.com/sign-in?state=hunter2" }).end(),
    ],
    call: (c) => c.get(Foo, key),
    want: {
      requests: 1,
      error:
        "cannot get Foo ns/a: the server redirects to https://login.example.com/sign-in (HTTP 302)\n  help: check that this is the address of an API server, not of a proxy or a login page",
    },
  },
  {
    name: "a redirect without an address",
    given: [(response) => response.writeHead(307).end()],
    call: (c) => c.get(Foo, key),
    want: {
      requests: 1,
      error:
        "cannot get Foo ns/a: the server redirects to another address (HTTP 307)\n  help: check that this is the address of an API server, not of a proxy or a login page",
    },
  },
  {
    name: "503 with a web page",
    given: [(response) => response.writeHead(503).end("\n<html>hunter2")],
    call: (c) => c.get(Foo, key),
    want: {
      requests: 1,
      error:
        "cannot get Foo ns/a: the server answered with a web page (HTTP 503)\n  help: check the server with `kubectl get --raw /readyz`, and look at its logs",
    },
  },
  {
    name: "an empty answer",
    given: [(response) => response.writeHead(502).end()],
    call: (c) => c.get(Foo, key),
    want: {
      requests: 1,
      error:
        "cannot get Foo ns/a: no message (HTTP 502)\n  help: check the server with `kubectl get --raw /readyz`, and look at its logs",
    },
  },
  {
    name: "an answer that is not JSON",
    given: [(response) => response.end("<html>hunter2")],
    call: (c) => c.get(Foo, key),
    want: {
      requests: 1,
      error:
        "cannot get Foo ns/a: the server at URL answered with a web page instead of JSON\n  help: check that this is the address of an API server, not of a proxy or a login page",
    },
  },
];

for (const { name, given, call, want } of faults) {
  test(`faults: ${name}`, async () => {
    const clock = instantClock();
    const { server, client } = await connect(given, { clock });
    const error = await call(client).then(
      () => undefined,
      (caught: unknown) => describeError(caught).replaceAll(server.url, "URL"),
    );
    expect({ requests: server.seen.length, error, waits: clock.waits }).toMatchObject({ error: undefined, ...want });
  });
}

test.each([
  { name: "beginnings of titles", page: `<${"<title".repeat(60_000)}` },
  { name: "a title that does not end", page: `<title>${"x ".repeat(500_000)}` },
])("the title of a web page is found at once: $name", async ({ page }) => {
  const { client } = await connect([(response) => response.end(page)], {});
  const from = performance.now();
  await expect(client.get(Foo, key)).rejects.toThrow("answered with a web page");
  expect(performance.now() - from).toBeLessThan(1000);
});

test("a server that does not run is reported with its address", async () => {
  const gone = await startFaultServer([json(foo)]);
  await gone[Symbol.asyncDispose]();
  const clock = instantClock();
  const error = await createClient({ server: gone.url }, { clock }).create(Foo, foo).catch(describeError);
  expect(error).toBe(
    `cannot create Foo ns/a: the API server at ${gone.url} cannot be reached (connection refused)\n  help: check that the server runs and that the kubeconfig has its address`,
  );
  expect(clock.waits).toEqual([100, 200, 400, 800]);
});

const stalls = [
  { name: "before the head", given: silence },
  { name: "within the body", given: events(['{"apiVersion":'], "open") },
];

for (const { name, given } of stalls) {
  test(`a stall ${name} ends at the deadline`, async () => {
    const { server, client } = await connect([given]);
    const error = await client.get(Foo, key, { timeoutMs: 30 }).catch(describeError);
    expect(error).toBe(
      `cannot get Foo ns/a: the API server at ${server.url} did not answer within 0.03 s\n  help: check the load of the server, or give the call more time with timeoutMs`,
    );
  });

  test(`a caller's abort ends a stall ${name}`, async () => {
    const controller = new AbortController();
    const { client } = await connect([
      (response, request) => {
        given(response, request);
        setImmediate(() => controller.abort(new Error("enough")));
      },
    ]);
    expect(await client.get(Foo, key, { signal: controller.signal }).catch(describeError)).toBe("enough");
  });
}

test("many calls share few connections", async () => {
  const { server, client } = await connect([json(foo)]);
  for (let i = 0; i < 5; i++) await Promise.all([client.get(Foo, key), client.get(Foo, key), client.get(Foo, key)]);
  expect(server.seen.length).toBe(15);
  expect(server.connections()).toBe(3);
});

test("a closed client rejects calls", async () => {
  const { client } = await connect([json(foo)]);
  await client.get(Foo, key);
  client.close();
  expect(await client.get(Foo, key).catch(describeError)).toBe("cannot get Foo ns/a: the client is closed");
});

test("observers see every attempt", async () => {
  const { server, client } = await connect([cut, reject(404, "NotFound"), json(foo)], { clock: instantClock() });
  const got: string[] = [];
  const stop = client.observe(({ method, host, code }) => got.push(`${method} ${host} ${code}`));
  await client.find(Foo, key);
  stop();
  await client.get(Foo, key);
  expect(got).toEqual([`GET 127.0.0.1:${server.port} <error>`, `GET 127.0.0.1:${server.port} 404`]);
});
