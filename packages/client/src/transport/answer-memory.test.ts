// Answers of several servers with one memory: each counts while it comes and when it is parsed, and what the caller gets is told from what it does not.
import { describeError } from "@capstan/kube";
import { expect, test } from "vitest";
import { type Answer, json, reject } from "../../test/fault-server.ts";
import { connect, Foo, foo, key } from "../../test/foo-client.ts";
import type { Client } from "../client.ts";
import { type AnswerMemory, memoryOfHeaders, mostMemoryOf } from "./answer-memory.ts";

const bodyOf = (token: string): object => ({ metadata: { continue: token }, items: [{ metadata: {} }] });
const page = (token: string): Answer => json(bodyOf(token));
/** The most that each of them may have; an empty object counts as two. */
const values = 7;

/** A memory that takes so many things, and what it was told. */
function memoryOf(things: number): { readonly memory: AnswerMemory; readonly told: (boolean | number)[] } {
  const told: (boolean | number)[] = [];
  const memory: AnswerMemory = {
    begin: () => ({
      add: (bytes) => told.push(bytes) <= things,
      end: (isKept) => void told.push(isKept),
    }),
  };
  return { memory, told };
}

test("each page counts with its bytes and with the most memory that it may take, and the list is kept", async () => {
  const { memory, told } = memoryOf(4);
  const { client } = await connect([page("more"), page("")], { foreign: "Cluster ns/c", memory });
  expect((await client.listAll(Foo)).items).toHaveLength(2);
  const [first, second] = ["more", ""].map((token) => Buffer.from(JSON.stringify(bodyOf(token))).length);
  const counted = (bytes = 0): number[] => [bytes, mostMemoryOf({ bytes, values })];
  expect(told).toEqual([...counted(first), ...counted(second), true]);
});

test("a page too many fails the list, which is not kept", async () => {
  const { memory, told } = memoryOf(3);
  const { client } = await connect([page("more"), page("")], { foreign: "Cluster ns/c", memory });
  expect(await client.listAll(Foo).catch(describeError)).toBe(
    "cannot list foos: with its answer, those of all servers in use would take too much memory; the API server is of Cluster ns/c\n  help: repeat the call later; give the process more memory, or read lists in pages, if that happens without an attack",
  );
  expect(told.slice(4)).toEqual([false]);
});

test("an answer that does not fit ends while it comes", async () => {
  const { memory, told } = memoryOf(0);
  const { client } = await connect([json({ metadata: {}, long: "x".repeat(5_000_000) })], {
    foreign: "Cluster ns/c",
    memory,
  });
  expect(await client.get(Foo, key).catch(describeError)).toContain(
    "cannot get Foo ns/a: with its answer, those of all servers in use would take too much memory",
  );
  expect(told.at(-1)).toBe(false);
  expect(told[0]).toBeLessThan(5_000_000);
});

test.each([
  { name: "an object", call: (client: Client) => client.get(Foo, key), headers: [] },
  { name: "one page", call: (client: Client) => client.list(Foo), headers: [] },
  {
    name: "a raw answer with its headers",
    call: (client: Client) => client.request({ method: "GET", path: "/version" }),
    headers: [expect.any(Number)],
  },
])("$name counts, too", async ({ call, headers }) => {
  const { memory, told } = memoryOf(3);
  const { client } = await connect([page("")], { foreign: "Cluster ns/c", memory });
  await call(client);
  const bytes = Buffer.from(JSON.stringify(bodyOf(""))).length;
  expect(told).toEqual([bytes, mostMemoryOf({ bytes, values }), ...headers, true]);
});

test("a body that is sent counts, too: an object of the server may come back", async () => {
  const { memory, told } = memoryOf(3);
  const { client } = await connect([json(foo)], { foreign: "Cluster ns/c", memory });
  await client.update(Foo, foo);
  expect(told).toEqual([4 * JSON.stringify(foo).length, expect.any(Number), expect.any(Number), true]);
});

test("a body that does not fit is not sent", async () => {
  const { memory } = memoryOf(0);
  const { client, server } = await connect([json(foo)], { foreign: "Cluster ns/c", memory });
  await expect(client.update(Foo, foo)).rejects.toMatchObject({ code: "client/no-memory" });
  expect(server.seen).toEqual([]);
});

test("a rejection is not kept", async () => {
  const { memory, told } = memoryOf(2);
  const { client } = await connect([reject(403, "Forbidden")], { foreign: "Cluster ns/c", memory });
  await expect(client.get(Foo, key)).rejects.toThrow("get Foo");
  expect(told).toEqual([expect.any(Number), expect.any(Number), false]);
});

test("a list that fails otherwise is not kept", async () => {
  const { memory, told } = memoryOf(3);
  const { client } = await connect([page("more"), reject(403, "Forbidden")], { foreign: "Cluster ns/c", memory });
  await expect(client.listAll(Foo)).rejects.toThrow("list foos");
  expect(told).toEqual([...Array<unknown>(4).fill(expect.any(Number)), false]);
});

test("headers count with their characters and the strings that they are", () => {
  expect(memoryOfHeaders(["content-type", "text/plain"])).toBe(92);
});

test("a value counts as an object with a name of its own, a byte as half of a character", () => {
  expect(mostMemoryOf({ bytes: 100, values: 10 })).toBe(1940);
});
