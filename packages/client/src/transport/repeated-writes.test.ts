// Which writes are sent again after which errors of a server: those that cannot harm what others wrote meanwhile, when the server says how long to wait.
import { expect, test } from "vitest";
import { instantClock, json, reject } from "../../test/fault-server.ts";
import { connect, Foo, foo, key } from "../../test/foo-client.ts";
import type { Client } from "../client.ts";

const unversioned: Foo = { ...foo, metadata: { namespace: "ns", name: "a" } };
const versioned = { metadata: { resourceVersion: "7" }, spec: { size: 2 } };

const safe: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  "apply of a version": (client) => client.apply(Foo, foo, { fieldManager: "me" }),
  update: (client) => client.update(Foo, foo),
  "merge patch": (client) => client.patch(Foo, key, { type: "merge", body: versioned }),
  delete: (client) => client.delete(Foo, key, { preconditions: { uid: "u" } }),
};
const unsafe: typeof safe = {
  create: (client) => client.create(Foo, foo),
  apply: (client) => client.apply(Foo, unversioned, { fieldManager: "me" }),
  "update of any version": (client) => client.update(Foo, unversioned),
  "merge patch of any version": (client) => client.patch(Foo, key, { type: "merge", body: { spec: { size: 2 } } }),
  "delete of any object of the name": (client) => client.delete(Foo, key),
  "JSON patch": (client) => client.patch(Foo, key, { type: "json", body: [] }),
};
const after = { "retry-after": "2" };

const cases = [500, 502, 503, 504].flatMap((status) =>
  [true, false].flatMap((timed) => [
    ...Object.entries(safe).map(([name, call]) => ({
      status,
      timed,
      name,
      call,
      again: timed && status !== 504,
    })),
    ...Object.entries(unsafe).map(([name, call]) => ({
      status,
      timed,
      name,
      call,
      again: timed && status === 503,
    })),
  ]),
);

test.each(cases)(
  "$status with Retry-After $timed: a $name is sent again: $again (F6)",
  async ({ status, timed, call, again }) => {
    const clock = instantClock();
    const rejection = reject(status, "InternalError", timed ? { headers: after } : {});
    const { client, server } = await connect([rejection, json(foo)], { clock });
    const error: unknown = await call(client).then(
      () => undefined,
      (caught: unknown) => caught,
    );
    expect([server.seen.length, clock.waits.filter((ms) => ms === 2000).length, error === undefined]).toEqual(
      again ? [2, 1, true] : [1, 0, false],
    );
  },
);
