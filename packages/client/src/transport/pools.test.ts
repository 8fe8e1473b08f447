// Calls that hang hold the connections of calls only, and the time of a call begins when it has a connection.
import { setTimeout as after } from "node:timers/promises";
import { describeError } from "@capstan/kube";
import { expect, test } from "vitest";
import { type Answer, cut, events, json } from "../../test/fault-server.ts";
import { connect, Foo, foo, key } from "../../test/foo-client.ts";

const hanging = 40;
const update: Answer = (response, request) => {
  if (request.method === "GET") json(foo)(response, request);
};

test("an urgent call does not wait behind forty that hang", async () => {
  const { client, server } = await connect([update], { timeoutMs: 60_000 });
  const stop = new AbortController();
  const stuck = Array.from({ length: hanging }, () =>
    client.update(Foo, foo, { signal: stop.signal }).catch(() => undefined),
  );
  await expect.poll(() => server.seen.length).toBe(32);
  const ordinary = client.get(Foo, key, { signal: stop.signal }).catch(describeError);
  expect(await client.get(Foo, key, { urgent: true })).toEqual(foo);
  expect(server.seen.filter(({ method }) => method === "GET")).toHaveLength(1);
  stop.abort(new Error("enough"));
  expect(await ordinary).toBe("enough");
  await Promise.all(stuck);
});

test("a watch opens while forty calls hang", async () => {
  const event = { type: "ADDED", object: { ...foo, metadata: { ...foo.metadata, resourceVersion: "7" } } };
  const watched: Answer = (response, { method }) => {
    if (method === "GET") response.writeHead(200).write(`${JSON.stringify(event)}\n`);
  };
  const { client, server } = await connect([watched], { timeoutMs: 60_000 });
  const stop = new AbortController();
  const stuck = Array.from({ length: hanging }, () =>
    client.update(Foo, foo, { signal: stop.signal }).catch(() => undefined),
  );
  await expect.poll(() => server.seen.length).toBe(32);
  const events = client.watchOnce(Foo, { signal: stop.signal })[Symbol.asyncIterator]();
  expect((await events.next()).value).toEqual([event]);
  stop.abort(new Error("enough"));
  await Promise.all(stuck);
});

test("a watch uses the connection of the list before it, and a call has another one", async () => {
  const { client, server } = await connect([
    json({ metadata: { resourceVersion: "7" }, items: [foo] }),
    events([{ type: "ADDED", object: foo }], "open"),
    json(foo),
  ]);
  const stop = new AbortController();
  await client.list(Foo, { beforeWatch: true });
  const watched = client.watchOnce(Foo, { signal: stop.signal })[Symbol.asyncIterator]();
  expect((await watched.next()).value).toHaveLength(1);
  expect(server.connections()).toBe(1);
  await client.get(Foo, key);
  expect(server.connections()).toBe(2);
  stop.abort(new Error("enough"));
  await expect.poll(() => server.open()).toBe(1);
});

test("a list before a watch does not wait behind forty calls that hang, and is sent again when its connection is lost", async () => {
  const cuts = [cut, json({ metadata: {}, items: [] })];
  const listed: Answer = (response, request) => {
    if (request.method === "GET") cuts.shift()?.(response, request);
  };
  const { client, server } = await connect([listed], { timeoutMs: 60_000 });
  const stop = new AbortController();
  const stuck = Array.from({ length: hanging }, () =>
    client.update(Foo, foo, { signal: stop.signal }).catch(() => undefined),
  );
  await expect.poll(() => server.seen.length).toBe(32);
  expect((await client.list(Foo, { beforeWatch: true })).items).toEqual([]);
  expect(server.seen).toHaveLength(34);
  stop.abort(new Error("enough"));
  await Promise.all(stuck);
});

test("a call that waits for a connection longer than it may take is sent all the same", async () => {
  const { client, server } = await connect([update], { timeoutMs: 200 });
  const errors = new Set<string>();
  const stuck = Array.from({ length: 32 }, () =>
    client.update(Foo, foo, { timeoutMs: 600 }).catch((error: unknown) => errors.add(describeError(error))),
  );
  await expect.poll(() => server.seen.length).toBe(32);
  const waiting = client.get(Foo, key);
  await after(300);
  expect(server.seen).toHaveLength(32);
  expect(await waiting).toEqual(foo);
  await Promise.all(stuck);
  expect([...errors].join("\n")).toContain("did not answer within 0.6 s");
});
