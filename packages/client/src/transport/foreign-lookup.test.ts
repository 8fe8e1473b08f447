// Names in a hosts file, in DNS, and of the system; and servers that do not answer.
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { foreignLookup, type LookupOptions } from "./foreign-lookup.ts";

const open: (() => void)[] = [];
afterEach(() => open.splice(0).forEach((close) => close()));

/** A DNS server that knows the address of one name, and does not answer for names in `silent.test`. */
async function startDns(): Promise<string> {
  const socket = createSocket("udp4");
  open.push(() => socket.close());
  socket.on("message", (query, from) => {
    const end = query.indexOf(0, 12) + 1;
    const name = query.subarray(12, end).toString("latin1");
    if (name.includes("silent")) return;
    const isKnown = name.includes("known") && query.readUInt16BE(end) === 1;
    const header = Buffer.from([
      ...query.subarray(0, 2),
      0x81,
      isKnown ? 0x80 : 0x83,
      0,
      1,
      0,
      isKnown ? 1 : 0,
      0,
      0,
      0,
      0,
    ]);
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 1]);
    const parts = [header, query.subarray(12, end + 4), ...(isKnown ? [answer] : [])];
    socket.send(Buffer.concat(parts), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return `127.0.0.1:${socket.address().port}`;
}

function find(name: string, options: LookupOptions, all = true): Promise<string> {
  return new Promise((resolve) => {
    foreignLookup(options)(name, { all }, (error, found) =>
      resolve(error === null ? JSON.stringify(found) : `${error.code}`),
    );
  });
}

const system = async (name: string): Promise<{ address: string; family: number }[]> => {
  if (name.includes("nowhere")) throw Object.assign(new Error("no"), { code: "ENOTFOUND" });
  return [{ address: "10.0.0.1", family: 4 }];
};

test.each([
  ["a name in DNS", "known.test", '[{"address":"192.0.2.1","family":4}]'],
  ["a name that DNS does not have, with a suffix of the system", "api.corp", '[{"address":"10.0.0.1","family":4}]'],
  ["a name that nobody has", "nowhere.test", "ENOTFOUND"],
  ["a Service", "api.silent.svc", '[{"address":"10.0.0.1","family":4}]'],
  ["a name without a zone", "silent", '[{"address":"10.0.0.1","family":4}]'],
  ["a name whose servers do not answer", "a.silent.test", "EAI_AGAIN"],
])("%s", async (_, name, want) => {
  const servers = [await startDns()];
  expect(await find(name, { servers, system, timeoutMs: 100, hostsFile: "/none" })).toBe(want);
});

test("a name in the hosts file, one address or all", async () => {
  const folder = mkdtempSync(join(tmpdir(), "capstan-hosts-"));
  open.push(() => rmSync(folder, { recursive: true }));
  const hostsFile = join(folder, "hosts");
  writeFileSync(hostsFile, "# a\n192.0.2.7\tapi.test other.test # b\n::1 api.test\n192.0.2.8 not-api.test\n");
  const options = { servers: [await startDns()], hostsFile, system };
  expect(await find("api.test", options)).toBe('[{"address":"192.0.2.7","family":4},{"address":"::1","family":6}]');
  expect(await find("api.test", options, false)).toBe('"192.0.2.7"');
});

test("many names whose servers do not answer do not delay others", async () => {
  const options = { servers: [await startDns()], system, timeoutMs: 1500, hostsFile: "/none" };
  const silent = Array.from({ length: 40 }, (_, i) => find(`${i}.silent.test`, options));
  const before = performance.now();
  expect(await find("known.test", options)).toContain("192.0.2.1");
  expect(performance.now() - before).toBeLessThan(1000);
  expect(new Set(await Promise.all(silent))).toEqual(new Set(["EAI_AGAIN"]));
});
