// Lists of several servers with one memory: each page counts, and what the caller gets is told from what it does not.
import { describeError } from "@capstan/kube";
import { expect, test } from "vitest";
import { type Answer, json, reject } from "../../test/fault-server.ts";
import { connect, Foo } from "../../test/foo-client.ts";
import { type ListMemory, mostMemoryOf } from "./list-memory.ts";

const bodyOf = (token: string): object => ({ metadata: { continue: token }, items: [{ metadata: {} }] });
const page = (token: string): Answer => json(bodyOf(token));
/** The most that each of them may have; an empty object counts as two. */
const values = 7;

/** A memory with place for so many pages, and what it was told. */
function memoryOf(pages: number): { readonly memory: ListMemory; readonly told: (boolean | number)[] } {
  const told: (boolean | number)[] = [];
  const memory: ListMemory = {
    begin: () => ({
      add: (bytes) => told.push(bytes) <= pages,
      end: (isKept) => void told.push(isKept),
    }),
  };
  return { memory, told };
}

test("each page counts with the most memory that it may take, and the list is kept", async () => {
  const { memory, told } = memoryOf(2);
  const { client } = await connect([page("more"), page("")], { foreign: "Cluster ns/c", memory });
  expect((await client.listAll(Foo)).items).toHaveLength(2);
  const [first, second] = ["more", ""].map((token) => Buffer.from(JSON.stringify(bodyOf(token))).length);
  expect(told).toEqual([
    mostMemoryOf({ bytes: first ?? 0, values }),
    mostMemoryOf({ bytes: second ?? 0, values }),
    true,
  ]);
});

test("a page too many fails the list, which is not kept", async () => {
  const { memory, told } = memoryOf(1);
  const { client } = await connect([page("more"), page("")], { foreign: "Cluster ns/c", memory });
  expect(await client.listAll(Foo).catch(describeError)).toBe(
    "cannot list foos: with it, the lists of all servers in use would take too much memory; the API server is of Cluster ns/c\n  help: repeat the call later; give the process more memory, or read the list in pages, if that happens without an attack",
  );
  expect(told.slice(2)).toEqual([false]);
});

test("a list that fails otherwise is not kept", async () => {
  const { memory, told } = memoryOf(1);
  const { client } = await connect([page("more"), reject(403, "Forbidden")], { foreign: "Cluster ns/c", memory });
  await expect(client.listAll(Foo)).rejects.toThrow("list foos");
  expect(told).toEqual([expect.any(Number), false]);
});

test("a value counts as an object with a name of its own, a byte as half of a character", () => {
  expect(mostMemoryOf({ bytes: 100, values: 10 })).toBe(1940);
});
