// Answers beyond the limits: each ends the connection, and the error names the limit and its setting.
import { gzipSync } from "node:zlib";
import { describeError, isCapstanError } from "@capstan/kube";
import { describe, expect, test } from "vitest";
import { type Answer, events, instantClock, json, reject } from "../test/fault-server.ts";
import { connect, Foo, foo, key } from "../test/foo-client.ts";
import { isApiError, isNotFound, isVersionTooLarge } from "./api-error.ts";
import type { Client } from "./client.ts";
import type { ClientOptions } from "./create-client.ts";
import { foreignLimits } from "./limits.ts";

const raw =
  (body: string | Buffer, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(200, { "content-type": "application/json", ...headers }).end(body);
const list = (count: number, token = ""): Answer =>
  json({ metadata: { continue: token }, items: Array.from({ length: count }, () => ({ metadata: {} })) });
/** Sends without an end. */
const endless =
  (piece: string): Answer =>
  (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const more = (): void => {
      while (!response.destroyed && response.write(piece));
      if (!response.destroyed) response.once("drain", more);
    };
    more();
  };
/** Sends an answer in chunks of one byte. */
const inChunks =
  (count: number): Answer =>
  (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    for (let i = 0; i < count; i += 1) response.write(" ");
    response.end("{}");
  };

async function firstEvents(client: Client): Promise<unknown> {
  for await (const found of client.watchOnce(Foo)) return found;
  return undefined;
}

interface Case {
  readonly name: string;
  readonly limits: ClientOptions["limits"];
  readonly answers: readonly Answer[];
  readonly call: (client: Client) => Promise<unknown>;
  readonly want: string;
}

const exceeds = (doing: string, what: string, setting: string): string =>
  `cannot ${doing}: the API server at URL exceeds the limit of ${what}\n  help: set limits.${setting} of the client, if this server may send so much`;
const get = (client: Client): Promise<unknown> => client.get(Foo, key);

const cases: readonly Case[] = [
  {
    name: "an endless body",
    limits: { answerBytes: 100_000 },
    answers: [endless("x".repeat(1000))],
    call: get,
    want: exceeds("get Foo ns/a", "100,000 bytes in one answer", "answerBytes"),
  },
  {
    name: "an endless body of a rejection",
    limits: { answerBytes: 1000 },
    answers: [(response) => response.writeHead(500).end("x".repeat(1001))],
    call: get,
    want: exceeds("get Foo ns/a", "1,000 bytes in one answer", "answerBytes"),
  },
  {
    name: "the limit of one request",
    limits: {},
    answers: [raw("x".repeat(101))],
    call: (client) => client.request({ method: "GET", path: "/version", answerBytes: 100 }),
    want: exceeds("GET /version", "100 bytes in one answer", "answerBytes"),
  },
  {
    name: "a list that grows when it is decompressed",
    limits: { decompressedBytes: 50_000 },
    answers: [raw(gzipSync("x".repeat(1_000_000)), { "content-encoding": "gzip" })],
    call: (client) => client.list(Foo),
    want: exceeds("list foos", "50,000 bytes in one answer after decompression", "decompressedBytes"),
  },
  {
    name: "pages without an end",
    limits: { listBytes: 500 },
    answers: [list(1, "more")],
    call: (client) => client.listAll(Foo),
    want: exceeds("list foos", "500 bytes in all pages of a list", "listBytes"),
  },
  {
    name: "values of pages without an end",
    limits: { listValues: 50, jsonValues: 1000 },
    answers: [list(1, "more")],
    call: (client) => client.listAll(Foo),
    want: exceeds("list foos", "50 values in the JSON of all pages of a list", "listValues"),
  },
  {
    name: "objects of pages without an end",
    limits: { listItems: 5 },
    answers: [list(3, "more")],
    call: (client) => client.listAll(Foo),
    want: exceeds("list foos", "5 objects in all pages of a list", "listItems"),
  },
  {
    name: "an answer in chunks of one byte, which count as more",
    limits: { answerBytes: 200_000 },
    answers: [inChunks(5000)],
    call: get,
    want: exceeds("get Foo ns/a", "200,000 bytes in one answer", "answerBytes"),
  },
  {
    name: "an event without an end",
    limits: { watchLineBytes: 100_000 },
    answers: [endless('{"type":"ADDED","object":'.repeat(50))],
    call: firstEvents,
    want: exceeds("watch foos", "100,000 bytes in one event of a watch", "watchLineBytes"),
  },
  {
    name: "headers",
    limits: { headerBytes: 2000 },
    answers: [(response) => response.writeHead(200, { "x-flood": "x".repeat(3000) }).end("{}")],
    call: get,
    want: exceeds("get Foo ns/a", "2,000 bytes of headers", "headerBytes"),
  },
  {
    name: "values",
    limits: { jsonValues: 100 },
    answers: [json({ ...foo, spec: Array.from({ length: 100 }, () => 1) })],
    call: get,
    want: exceeds("get Foo ns/a", "100 values in the JSON of one answer", "jsonValues"),
  },
  {
    name: "levels",
    limits: { jsonDepth: 50 },
    answers: [raw(`${"[".repeat(51)}${"]".repeat(51)}`)],
    call: get,
    want: exceeds("get Foo ns/a", "50 levels in the JSON of one answer", "jsonDepth"),
  },
  {
    name: "values of an event",
    limits: { jsonValues: 100 },
    answers: [events([{ type: "ADDED", object: { spec: Array.from({ length: 100 }, () => 1) } }], "open")],
    call: firstEvents,
    want: exceeds("watch foos", "100 values in the JSON of one answer", "jsonValues"),
  },
  {
    name: "a compressed answer that was not requested",
    limits: {},
    answers: [raw(gzipSync("{}"), { "content-encoding": "gzip" })],
    call: get,
    want: "cannot get Foo ns/a: the server at URL answered with a compressed body that was not requested instead of JSON\n  help: check that this is the address of an API server, not of a proxy or a login page",
  },
  {
    name: "a broken compression",
    limits: {},
    answers: [raw("not gzip", { "content-encoding": "gzip" })],
    call: (client) => client.list(Foo),
    want: "cannot list foos: the server at URL answered with a body whose compression is broken instead of JSON\n  help: check that this is the address of an API server, not of a proxy or a login page",
  },
  {
    name: "a long message",
    limits: { statusMessageCharacters: 5 },
    answers: [reject(409, "Conflict", { message: "0123456789" })],
    call: get,
    want: "cannot get Foo ns/a: 01234... (cut, it has 10 characters)",
  },
  {
    name: "a Status of more than a mebibyte",
    limits: { statusMessageCharacters: 20 },
    answers: [reject(404, "NotFound", { message: "0123456789", details: { name: "a".repeat(2 ** 20) } })],
    call: get,
    want: 'cannot get Foo ns/a: {"kind":"Status","ap... (cut, it has 31 characters)',
  },
  {
    name: "retries without an end",
    limits: { callMs: 20 },
    answers: [reject(429, "TooManyRequests", { headers: { "retry-after": "9" } })],
    call: (client) => client.request({ method: "GET", path: "/x", doing: "ask" }),
    want: "cannot ask: the API server at URL did not complete the call within 0.02 s, with all retries and pages\n  help: check the load of the server, or set limits.callMs of the client",
  },
];

test.each(cases)("$name", async ({ limits = {}, answers, call, want }) => {
  const { server, client } = await connect(answers, { limits, timeoutMs: 5000 });
  const error: unknown = await call(client).catch((caught: unknown) => caught);
  expect(isCapstanError(error)).toBe(true);
  expect(describeError(error).replaceAll(server.url, "URL")).toBe(want);
});

test("pages have the size of the limits", async () => {
  const { server, client } = await connect([list(1)], { limits: { pageItems: 7 } });
  await client.listAll(Foo);
  expect(server.seen.map(({ url }) => url)).toEqual(["/apis/example.com/v1/foos?limit=7"]);
});

test("a foreign server may leave some pages unfilled, but not go on so for ever", async () => {
  const call = async (answers: readonly Answer[], options: ClientOptions): Promise<string> => {
    const { client } = await connect(answers, options);
    return client.listAll(Foo).then(({ items }) => `${items.length} items`, String);
  };
  const foreign = "Cluster ns/c";
  const pages = (count: number): Answer[] => [...Array.from({ length: count }, () => list(1, "more")), list(1)];
  expect(await call(pages(9), { foreign })).toBe("10 items");
  expect(await call(pages(10), { foreign })).toContain(
    "cannot list foos: the server of Cluster ns/c answered with many pages that are not full instead of full pages",
  );
  expect(await call(pages(200), {})).toBe("201 items");
});

test("calls to a slow server are paused, those to others are not", async () => {
  let now = 0;
  const slow: Answer = (response, request) => {
    now += 20_000;
    json(foo)(response, request);
  };
  const clock = { ...instantClock(), now: () => now };
  const { server, client } = await connect([slow], { foreign: "Cluster ns/c", clock });
  const other = await connect([slow], { clock });
  const call = (of: Client): Promise<string> => get(of).then(() => "answered", describeError);
  expect([await call(client), await call(client)]).toEqual(["answered", "answered"]);
  expect(await call(client)).toBe(
    "cannot get Foo ns/a: the API server of Cluster ns/c was so slow that calls to it are paused\n  help: check the load of the server and the network to it, or set limits.slowShare of the client",
  );
  expect([await call(other.client), await call(other.client), await call(other.client)]).toHaveLength(3);
  expect(server.seen).toHaveLength(2);
  now += 400_000;
  expect(await call(client)).toBe("answered");
});

test("a clock that is moved during a call makes no server slow", async () => {
  let now = 0;
  const moved: Answer = (response, request) => {
    now += 86_400_000;
    json(foo)(response, request);
  };
  const clock = { ...instantClock(), now: () => now, steady: { ...instantClock(), now: () => 0 } };
  const { server, client } = await connect([moved, moved, moved], { foreign: "Cluster ns/c", clock });
  for (let calls = 0; calls < 3; calls++) await get(client);
  expect(server.seen).toHaveLength(3);
});

test("many quick pages of a list count as the time that they take together", async () => {
  let now = 0;
  const clock = { ...instantClock(), now: () => now };
  const page: Answer = (response, request) => {
    now += 100;
    list(50, now < 31_000 ? "more" : "")(response, request);
  };
  const { client } = await connect([page], { foreign: "Cluster ns/c", clock });
  expect((await client.listAll(Foo)).items.length).toBe(15_500);
  await expect(client.listAll(Foo)).rejects.toMatchObject({ code: "client/slow-server" });
  await expect(client.get(Foo, key)).rejects.toMatchObject({ code: "client/slow-server" });
});

test("a page of fifty Nodes of 1,000 values fits the limits of a foreign server", async () => {
  const node = { metadata: { name: "n" }, spec: Array.from({ length: 990 }, (_, i) => `value-${i}`) };
  const answer = json({ metadata: {}, items: Array.from({ length: foreignLimits.pageItems }, () => node) });
  const { client } = await connect([answer], { foreign: "Cluster ns/c" });
  expect((await client.listAll(Foo)).items).toHaveLength(50);
});

const malformed = ["null", "5", '"x"', "[]", '{"metadata":5}', '{"metadata":{},"items":[null]}'];

describe("answers of other types", () => {
  test.each(malformed.slice(0, 5))("object %s", async (body) => {
    const { client } = await connect([raw(body)]);
    expect(isCapstanError(await get(client).catch((error: unknown) => error), "client/bad-answer")).toBe(true);
  });
  test.each([...malformed, '{"metadata":{"continue":5},"items":[]}'])("list %s", async (body) => {
    const { client } = await connect([raw(body)]);
    const error: unknown = await client.listAll(Foo).catch((caught: unknown) => caught);
    expect(isCapstanError(error, "client/bad-answer")).toBe(true);
  });
  test.each([null, 5, {}, { kind: "Status", apiVersion: "v1", details: { causes: 5 }, code: "x" }])(
    "an ERROR event with %j",
    async (object) => {
      const { client } = await connect([events([{ type: "ERROR", object }])]);
      const error: unknown = await firstEvents(client).catch((caught: unknown) => caught);
      // Without an object it is no event.
      expect(isApiError(error) || isCapstanError(error, "client/bad-answer")).toBe(true);
    },
  );
});

describe("a foreign server", () => {
  const foreign = "Cluster ns/c";
  const secret = "hunter2";

  test.each([
    { given: [reject(404, "NotFound", { message: secret })], want: "the server answered 404 NotFound" },
    { given: [reject(404, secret, { message: secret })], want: "the server answered 404" },
    {
      given: [raw(`<title>${secret}</title>`, {})],
      want: "the server of Cluster ns/c answered with something else instead of JSON",
    },
    {
      given: [raw(`{"kind":"${secret}"}`, {})],
      want: "the server of Cluster ns/c answered with something else instead of an object",
    },
    {
      given: [(response) => response.writeHead(302, { location: `http://${secret}` }).end()] satisfies Answer[],
      want: "the server answered 302",
    },
  ])("is not quoted: $want", async ({ given, want }) => {
    const { server, client } = await connect(given, { foreign, clock: instantClock() });
    const error: unknown = await get(client).catch((caught: unknown) => caught);
    expect(String(error)).toContain(`cannot get Foo ns/a: ${want}`);
    expect(JSON.stringify([error, describeError(error)])).not.toMatch(new RegExp(`${secret}|${server.port}`));
  });

  const odd = `${secret}\u001b[31m::set-output ${"x".repeat(300)}`;
  test.each<{ call: (client: Client) => Promise<unknown>; want: string }>([
    { call: (client) => client.get(Foo, { ...key, name: odd }), want: "cannot get Foo ns/(a name with unusual" },
    { call: (client) => client.list(Foo, { namespace: odd }), want: "cannot list foos in (a name with unusual" },
    {
      call: (client) => client.resourceFor({ apiVersion: "v1", kind: odd }),
      want: "does not serve the kind (a name with unusual characters) in v1",
    },
    {
      call: (client) => client.resourceFor({ apiVersion: odd, kind: "Foo" }),
      want: "cannot look up the kinds of (a name with unusual characters)",
    },
  ])("is not quoted by a name that it sent before: $want", async ({ call, want }) => {
    const { client } = await connect([reject(404, "NotFound")], { foreign });
    const error: unknown = await call(client).catch((caught: unknown) => caught);
    expect(String(error)).toContain(want);
    expect(JSON.stringify([error, describeError(error)])).not.toContain(secret);
  });

  test.each<{ name: string; lines: readonly object[] }>([
    { name: "at once", lines: [] },
    { name: "after an event", lines: [{ type: "ADDED", object: foo }] },
  ])("may not send the length of a chunk without an end in a watch, $name", async ({ lines }) => {
    const zeros = Buffer.alloc(64 * 1024, "0");
    const endlessLength: Answer = (response) => {
      events(lines, "open")(response, { method: "", url: "", headers: {}, body: "" });
      const { socket } = response;
      const more = (): void => {
        if (socket?.destroyed === false) socket.write(zeros, () => setImmediate(more));
      };
      more();
    };
    const { client } = await connect([endlessLength], { foreign, limits: { watchLineBytes: 1000 } });
    const found: unknown[] = [];
    const watching = (async () => {
      for await (const some of client.watchOnce(Foo)) found.push(...some);
    })();
    await expect(watching).rejects.toThrow(
      "cannot watch foos: the API server of Cluster ns/c exceeds the limit of 1,000 bytes in one event of a watch",
    );
    expect(found).toHaveLength(lines.length);
  });

  test("is quoted in the cause, and guards work", async () => {
    const { client } = await connect([reject(404, "NotFound", { message: secret })], { foreign });
    const error: unknown = await get(client).catch((caught: unknown) => caught);
    expect(isNotFound(error) && String(error.cause)).toBe(`ApiError: cannot get Foo ns/a: ${secret}`);
  });

  test("keeps the one cause that programs ask for", async () => {
    const causes = [{ reason: "ResourceVersionTooLarge", message: secret }];
    const { client } = await connect([reject(504, "Timeout", { details: { causes } })], { foreign });
    const error: unknown = await get(client).catch((caught: unknown) => caught);
    expect(isVersionTooLarge(error) && isApiError(error) && error.details).toEqual({
      causes: [{ reason: "ResourceVersionTooLarge" }],
    });
  });
});

test("a page with too many bytes is read again with fewer objects, and not from the cache of the server", async () => {
  const large = raw("x".repeat(1001));
  const limits = { answerBytes: 1000 };
  const pages = await connect([large, large, list(1, "t"), large, list(2, "u"), list(3)], { limits });
  const { items } = await pages.client.listAll(Foo, { resourceVersion: "0", resourceVersionMatch: "NotOlderThan" });
  expect(items).toHaveLength(6);
  expect(pages.server.seen.map(({ url }) => url.replace(/.*\?/, ""))).toEqual([
    "limit=500&resourceVersion=0&resourceVersionMatch=NotOlderThan",
    "limit=63",
    "limit=8",
    "limit=8&continue=t",
    "limit=1&continue=t",
    "limit=1&continue=u",
  ]);
  for (const { options, tries } of [
    { options: { limits }, tries: 4 },
    // What somebody else's server may send does not grow by repeating.
    { options: { limits, foreign: "theirs" }, tries: 1 },
    { options: { limits: { decompressedBytes: 1000 } }, tries: 4 },
  ]) {
    const zipped = raw(gzipSync("x".repeat(1001)), { "content-encoding": "gzip" });
    const failing = await connect(["decompressedBytes" in options.limits ? zipped : large], options);
    const failed = await failing.client.listAll(Foo).catch(describeError);
    expect([failing.server.seen.length, failed]).toEqual([tries, expect.stringContaining("the limit of 1,000 bytes")]);
  }
});
