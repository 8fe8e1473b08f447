// Which keys a `toKeys` may return, and what is kept of them.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { systemClock } from "@capstan/client";
import type { ObjectKey } from "@capstan/kube";
import { type LogFields, silentLogger } from "@capstan/operator";
import { expect, test } from "vitest";
import { leftOutLog, withinLimit } from "./map-limit.ts";

setFlagsFromString("--expose-gc");
/** The bytes in use, without garbage. */
function used(): number {
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}

/** The keys of one call. */
const found = (keys: readonly ObjectKey[], onLeftOut: () => void = () => undefined): Promise<readonly ObjectKey[]> =>
  withinLimit(() => keys, { clock: systemClock, signal: new AbortController().signal, onLeftOut });

test("of what an author returns as a key only namespace and name are kept", async () => {
  // A reference in an object of a tenant, as it is.
  const reference: ObjectKey = JSON.parse('{"namespace":"ns","name":"m","padding":"x"}');
  expect(await found([reference])).toEqual([{ namespace: "ns", name: "m" }]);
});

test("a key that is a part of a long string does not keep that string in memory", async () => {
  const kept: (readonly ObjectKey[])[] = [];
  const before = used();
  for (let i = 0; i < 20; i += 1) {
    const { providerID }: { providerID: string } = JSON.parse(
      JSON.stringify({ providerID: `foo:///machine-of-the-tenant-${i}///${"x".repeat(1_000_000)}` }),
    );
    kept.push(await found([{ namespace: "ns", name: providerID.split("///")[1] ?? "" }]));
  }
  const grown = used() - before;
  expect(kept.flat().map(({ name }) => name)).toContain("machine-of-the-tenant-19");
  expect(grown).toBeLessThan(5_000_000);
});

test("keys with too long a part are left out, and the log says so once", async () => {
  const logged: [string, LogFields | undefined][] = [];
  const onLeftOut = leftOutLog({ ...silentLogger, warn: (...line) => void logged.push([line[0], line[1]]) }, {});
  const longest = { namespace: "n".repeat(1024), name: "m".repeat(1024) };
  const keys = [{ namespace: "ns", name: "m".repeat(1025) }, longest, { namespace: "n".repeat(1025), name: "m" }];
  expect([await found(keys, onLeftOut), await found(keys, onLeftOut)]).toEqual([[longest], [longest]]);
  expect(logged).toEqual([[expect.stringContaining("are left out"), { mostCharacters: 1024 }]]);
});

test("a key with an empty name is left out, and the others are not", async () => {
  let count = 0;
  const keys = [
    { namespace: "ns", name: "" },
    { namespace: "ns", name: "m" },
  ];
  expect(await found(keys, () => (count += 1))).toEqual([{ namespace: "ns", name: "m" }]);
  expect(count).toBe(1);
});

test.each([[null], ["m"], [{ name: "m" }], [{ namespace: 1, name: "m" }]])("%j is no key", async (key) => {
  const given: ObjectKey = JSON.parse(JSON.stringify(key));
  await expect(found([given])).rejects.toThrow("it gave no list of keys");
});
