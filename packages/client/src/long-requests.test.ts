// What a server of somebody else has sent becomes a part of later requests and of errors that are kept: neither becomes long.
import { describeError } from "@capstan/kube";
import { describe, expect, test } from "vitest";
import { type Answer, instantClock, json } from "../test/fault-server.ts";
import { connect, Foo, key } from "../test/foo-client.ts";
import { isApiError } from "./api-error.ts";
import type { Client } from "./client.ts";
import { createClient } from "./create-client.ts";
import { CallBudget } from "./transport/call-budget.ts";

let budgetTime = 0;

const fullPage = (token: string): Answer =>
  json({ metadata: { continue: token }, items: Array.from({ length: 50 }, () => ({ metadata: {} })) });

describe("requests with what the server has sent", () => {
  const long = "x".repeat(10_000);
  const tooLong = (doing: string): string =>
    `cannot ${doing}: the path and the query of the request have more than 8,192 characters\n  help: look at the names, versions and selectors in it, which the server may have sent; or set limits.requestCharacters of the client`;

  interface Sent {
    readonly name: string;
    readonly answers: readonly Answer[];
    readonly call: (client: Client) => Promise<unknown>;
    readonly want: string;
    readonly requests: number;
  }
  const calls: readonly Sent[] = [
    {
      name: "a page token",
      answers: [fullPage(long)],
      call: (client) => client.listAll(Foo),
      want: tooLong("list foos"),
      requests: 1,
    },
    {
      name: "a selector",
      answers: [],
      call: (client) => client.list(Foo, { fieldSelector: `spec.a=${long}` }),
      want: tooLong("list foos"),
      requests: 0,
    },
    {
      name: "the version of an event",
      answers: [],
      call: async (client) => {
        for await (const found of client.watchOnce(Foo, { resourceVersion: long })) return found;
        return undefined;
      },
      want: tooLong("watch foos"),
      requests: 0,
    },
    {
      name: "the apiVersion of an owner",
      answers: [],
      call: (client) => client.resourceFor({ apiVersion: `${long}/v1`, kind: "Foo" }),
      want: `the API server of Cluster ns/c does not serve the kind Foo in (a name with unusual characters)\n  help: install the CustomResourceDefinition of the kind, or correct apiVersion and kind`,
      requests: 0,
    },
    {
      name: "a name",
      answers: [],
      call: (client) => client.get(Foo, { ...key, name: long }),
      want: "the name in the key of a Foo has more than 1,024 characters\n  help: use the name of an object; names have 253 characters at most",
      requests: 0,
    },
    {
      name: "a name that is no string",
      answers: [],
      // A server can send any JSON.
      call: (client) => client.get(Foo, { ...key, name: [long] as unknown as string }),
      want: "the name in the key of a Foo is no string\n  help: use the name of an object; names have 253 characters at most",
      requests: 0,
    },
  ];

  test.each(calls)("$name makes none too long", async ({ answers, call, want, requests }) => {
    const { server, client } = await connect(answers, { foreign: "Cluster ns/c" });
    const error: unknown = await Promise.resolve()
      .then(() => call(client))
      .catch((caught: unknown) => caught);
    expect(describeError(error)).toBe(want);
    expect(server.seen).toHaveLength(requests);
  });
});

test("the path of the server's address counts in each request", async () => {
  const { server } = await connect([]);
  const client = createClient({ server: `${server.url}/${"p".repeat(9000)}` }, { foreign: "Cluster ns/c" });
  await expect(client.get(Foo, key)).rejects.toMatchObject({ code: "client/long-request" });
  expect(server.seen).toEqual([]);
});

test("calls that are rejected leave the turn of the event loop", async () => {
  const budget = new CallBudget(0.1, () => (budgetTime += 40_000));
  const { client } = await connect([], { foreign: "Cluster ns/c", budget });
  await budget.spend(async () => undefined);
  let turned = false;
  setImmediate(() => (turned = true));
  await expect(client.get(Foo, key)).rejects.toMatchObject({ code: "client/slow-server" });
  expect(turned).toBe(true);
});

test("the error of a server that does not speak HTTP has nothing of what it sent", async () => {
  const answer: Answer = (response) => response.socket?.end("HTTP/1.1 200 OK\r\nbroken header\r\n\r\n");
  const { client } = await connect([answer, answer, answer, answer, answer, answer], {
    foreign: "Cluster ns/c",
    clock: instantClock(),
  });
  const error: unknown = await client.get(Foo, key).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: "client/not-http", cause: { code: expect.stringMatching(/^HPE_/) } });
  expect((error as { cause: object }).cause).not.toHaveProperty("rawPacket");
});

test("the error of a foreign server keeps a few causes, and none of the string that its message is cut from", async () => {
  const causes = Array.from({ length: 100 }, () => ({ reason: "x".repeat(1000), field: "a" }));
  const metadata = { continue: "x".repeat(1000) };
  const answer: Answer = (response) =>
    response.writeHead(422, { "content-type": "application/json" }).end(
      JSON.stringify({
        kind: "Status",
        apiVersion: "v1",
        metadata,
        message: "m",
        reason: "Invalid",
        details: { name: "n".repeat(1000), causes },
      }),
    );
  const { client } = await connect([answer], { foreign: "Cluster ns/c" });
  const error: unknown = await client.get(Foo, key).catch((caught: unknown) => caught);
  const { cause } = error as { cause?: unknown };
  const cutTo = (character: string): string => `${character.repeat(256)}... (cut, it has 1000 characters)`;
  const short = { reason: cutTo("x"), field: "a" };
  expect(isApiError(cause) && cause.details).toEqual({ name: cutTo("n"), causes: Array(10).fill(short) });
});
