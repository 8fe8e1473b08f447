// The check that a caller makes before each attempt: after it has thrown, nothing is sent.
import { expect, test } from "vitest";
import { type Answer, cut, events, instantClock, json, reject } from "../../test/fault-server.ts";
import { connect, Foo, foo, key } from "../../test/foo-client.ts";

const ended = new Error("this process does not lead any more");

/** Answers, and ends what the check allows. */
function last(answer: Answer): { readonly answer: Answer; readonly check: () => void } {
  let isOver = false;
  return {
    answer: (response, request) => {
      isOver = true;
      answer(response, request);
    },
    check: () => {
      if (isOver) throw ended;
    },
  };
}

test.each([
  { name: "429 with a time to wait", given: reject(429, "TooManyRequests", { headers: { "retry-after": "2" } }) },
  { name: "503 with a time to wait", given: reject(503, "Unavailable", { headers: { "retry-after": "2" } }) },
  { name: "a lost connection", given: cut },
])("a write is not repeated after $name once the check throws", async ({ given }) => {
  const clock = instantClock();
  const { answer, check } = last(given);
  const { server, client } = await connect([answer, json(foo)], { clock });
  const patch = { type: "merge", body: { metadata: { resourceVersion: "7" } }, beforeAttempt: check } as const;
  await expect(client.patch(Foo, key, patch)).rejects.toBe(ended);
  expect({ requests: server.seen.length, waits: clock.waits.length }).toEqual({ requests: 1, waits: 1 });
});

test("a write that waited for a connection is not sent once the check throws", async () => {
  const waiting: (() => void)[] = [];
  let isOver = false;
  const hold: Answer = (response, request) => void waiting.push(() => json(foo)(response, request));
  const { server, client } = await connect([hold]);
  const stuck = Array.from({ length: 32 }, () => client.get(Foo, key));
  await expect.poll(() => server.seen.length).toBe(32);
  const beforeAttempt = (): void => {
    if (isOver) throw ended;
  };
  const written = client.update(Foo, foo, { beforeAttempt });
  isOver = true;
  for (const answer of waiting) answer();
  await expect(written).rejects.toBe(ended);
  await Promise.all(stuck);
  expect(server.seen.map(({ method }) => method)).not.toContain("PUT");
});

test("a list of several pages ends at the page before which the check throws", async () => {
  const { answer, check } = last(json({ items: [], metadata: { continue: "next" } }));
  const { server, client } = await connect([answer]);
  await expect(client.listAll(Foo, { beforeAttempt: check })).rejects.toBe(ended);
  expect(server.seen).toHaveLength(1);
});

test("a watch is not opened again once the check throws", async () => {
  const { answer, check } = last(events([]));
  const { server, client } = await connect([answer], { clock: instantClock() });
  const watched = (async () => {
    for await (const { type } of client.watch(Foo, { beforeAttempt: check })) throw new Error(type);
  })();
  await expect(watched).rejects.toBe(ended);
  expect(server.seen).toHaveLength(1);
});
