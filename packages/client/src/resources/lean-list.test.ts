// Lean lists against the same lists without the option.
import { describeError, type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import { expect, test } from "vitest";
import { type Answer, startFaultServer } from "../../test/fault-server.ts";
import type { ClientLimits } from "../limits.ts";
import { createClient } from "../create-client.ts";

interface Foo extends KubeObject<"example.com/v1", "Foo"> {
  spec?: { a: number; free?: unknown };
}
const Foo: Resource<Foo> = resourceOf("example.com/v1", "Foo");

const raw =
  (body: string): Answer =>
  (response) =>
    response.end(body);
const costly = `[${"{},".repeat(6000)}0]`;
const item = (name: string, free: string): string => `{"metadata":{"name":"${name}"},"spec":{"a":1,"free":${free}}}`;
const list = (items: string, token = ""): string =>
  `{"kind":"FooList","apiVersion":"example.com/v1","metadata":{"resourceVersion":"7","continue":"${token}"},"items":${items}}`;

test.each([
  { name: "items", pages: [list(`[${item("a", costly)},${item("b", "1")}]`)] },
  { name: "pages", pages: [list(`[${item("a", costly)}]`, "more"), list(`[${item("b", costly)}]`)] },
  { name: "no items", pages: [list("[]")] },
  { name: "null as items", pages: [list("null")] },
  { name: "a costly field beside the items", pages: [list("[]").replace("{", `{"x":${costly},`)] },
  { name: "items with another list of that name", pages: [list(`[${item("a", '{"items":[1,{"items":[]}]}')}]`)] },
  { name: "what is no JSON", pages: [list("[1,]")] },
  { name: "an item that is no object", pages: [list("[1]")] },
  { name: "two lists", pages: [list('[1],"items":[]')] },
  { name: "an object", pages: [item("a", "1")] },
  { name: "a web page", pages: ["<title>Sign in</title>"] },
])("of $name", async ({ pages }) => {
  const results = [];
  for (const lean of [false, true]) {
    await using server = await startFaultServer(pages.map(raw));
    const client = createClient({ server: server.url });
    const listed = await client.listAll(Foo, { lean }).then(JSON.stringify, describeError);
    results.push(listed.replaceAll(server.url, "server"));
    client.close();
  }
  expect(results[1]).toBe(results[0]);
});

test("a costly field of an item is parsed when it is read", async () => {
  await using server = await startFaultServer([raw(list(`[${item("a", costly)}]`))]);
  const client = createClient({ server: server.url });
  const { items } = await client.list(Foo, { lean: true });
  const [first] = items;
  expect(Object.getOwnPropertyDescriptor(first?.spec, "free")).not.toHaveProperty("value");
  expect(first?.spec?.free).toEqual(JSON.parse(costly));
  client.close();
});

test("a costly field of an object is parsed when its owner reads it, who may change it", async () => {
  await using server = await startFaultServer([raw(item("a", costly))]);
  const client = createClient({ server: server.url });
  const found = await client.get(Foo, { namespace: "ns", name: "a" });
  expect(Object.getOwnPropertyDescriptor(found.spec, "free")).not.toHaveProperty("value");
  const free = found.spec?.free as object[];
  expect(free).toEqual(JSON.parse(costly));
  free[0] = { b: 1 };
  expect(found.spec?.free).toBe(free);
  client.close();
});

test.each([item("a", "[1,]"), "[1]", "<title>Sign in</title>"])("%s is no object", async (body) => {
  await using server = await startFaultServer([raw(body)]);
  const client = createClient({ server: server.url });
  const error = await client.get(Foo, { namespace: "ns", name: "a" }).catch(describeError);
  expect(error).toContain("the server at");
  client.close();
});

test("the limits of a foreign server hold", async () => {
  await using server = await startFaultServer([raw(list(`[${item("a", costly)}]`))]);
  const limits: Partial<ClientLimits> = { jsonValues: 1000 };
  const client = createClient({ server: server.url }, { foreign: "Cluster default/a", limits });
  const error = await client.listAll(Foo, { lean: true }).catch(describeError);
  expect(error).toContain("exceeds the limit of 1,000 values in the JSON of one answer");
  client.close();
});

test.each([{ lean: true }, {}])(
  "what is not kept of an item is not in the list, whose pages are read as without it",
  async (options) => {
    const pages = [list(`[${item("a", costly)}]`, "more"), list(`[${item("b", "1")}]`)];
    await using server = await startFaultServer(pages.map(raw));
    const client = createClient({ server: server.url });
    const { items, metadata } = await client.listAll(Foo, {
      ...options,
      keep: ({ metadata: { name = "" } }) => ({ apiVersion: "", kind: "", metadata: { name } }),
    });
    const foo = { apiVersion: "example.com/v1", kind: "Foo" };
    expect(items).toEqual([
      { ...foo, metadata: { name: "a" } },
      { ...foo, metadata: { name: "b" } },
    ]);
    expect(metadata.resourceVersion).toBe("7");
    client.close();
  },
);

test("an item that is no object is not passed to what keeps a part of it", async () => {
  await using server = await startFaultServer([raw(list("[1]"))]);
  const client = createClient({ server: server.url });
  const keep = (): never => {
    throw new Error("called");
  };
  await expect(client.listAll(Foo, { lean: true, keep }).catch(describeError)).resolves.toContain("instead of a list");
  client.close();
});
