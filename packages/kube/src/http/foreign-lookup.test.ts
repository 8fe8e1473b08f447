// Names in a hosts file and in DNS, with and without the suffixes of the system; and servers that do not answer.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { codes, type Script, type ScriptedDns, startDns } from "../../test/scripted-dns.ts";
import { foreignLookup, type LookupOptions } from "./foreign-lookup.ts";

const open: (() => void)[] = [];
afterEach(() => open.splice(0).forEach((close) => close()));

const script: Script = [
  ["default.svc.cluster.local", { ipv4: "10.96.0.1" }],
  [".silent.svc.cluster.local", "silent"],
  ["known.test.svc.cluster.local", { ipv4: "192.0.2.2" }],
  ["cluster.local", { code: codes.absent }],
  ["known.svc", { ipv4: "192.0.2.2" }],
  ["known.test", { ipv4: "192.0.2.1" }],
  ["known", { ipv4: "192.0.2.1" }],
  ["six.test", { ipv6Hex: "20010db8000000000000000000000006" }],
  ["silent.test", "silent"],
  ["slow.test", { code: codes.absent, afterMs: 200 }],
  ["failing.test", { code: codes.serverFailure }],
  ["rejecting.test", { code: codes.refused }],
  ["silent", "silent"],
  ["large.test", { ipv4: "192.0.2.3", times: 4000 }],
];

/** A file of the system with this content. */
function systemFile(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), "capstan-names-"));
  open.push(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "file");
  writeFileSync(path, content);
  return path;
}

/** What a Pod has in its `/etc/resolv.conf`. */
const ofPod = "search capi-system.svc.cluster.local svc.cluster.local cluster.local\noptions ndots:5\n";

interface Setting extends LookupOptions {
  readonly dns: ScriptedDns;
}

async function startSetting(resolver: string, options: LookupOptions = {}): Promise<Setting> {
  const dns = await startDns(script);
  open.push(() => dns.close());
  const resolverFile = systemFile(resolver);
  return {
    dns,
    servers: [dns.address],
    hostsFile: "/none",
    resolverFile,
    timeoutMs: 250,
    deadlineMs: 1000,
    ...options,
  };
}

type Lookup = ReturnType<typeof foreignLookup>;

function find(lookup: Lookup, name: string, options: { all?: boolean; family?: number } = { all: true }) {
  return new Promise<string>((resolve) => {
    lookup(name, options, (error, found) => resolve(error === null ? JSON.stringify(found) : `${error.code}`));
  });
}

const known = '[{"address":"192.0.2.1","family":4}]';
const other = '[{"address":"192.0.2.2","family":4}]';
const service = '[{"address":"10.96.0.1","family":4}]';

test.each([
  ["a name in DNS", "known.test", "", known, ["known.test"]],
  ["a name that has only an address of IPv6", "six.test", "", '[{"address":"2001:db8::6","family":6}]', ["six.test"]],
  ["a name that nobody has", "nowhere.test", "", "ENOTFOUND", ["nowhere.test"]],
  ["a name that DNS cannot have", "a..test", "", "ENOTFOUND", []],
  ["a name whose servers do not answer", "a.silent.test", "", "ETIMEOUT", ["a.silent.test"]],
  [
    "a Service",
    "api.default.svc",
    ofPod,
    service,
    [
      "api.default.svc.capi-system.svc.cluster.local",
      "api.default.svc.svc.cluster.local",
      "api.default.svc.cluster.local",
    ],
  ],
  ["a Service by its whole name", "api.default.svc.cluster.local.", ofPod, service, ["api.default.svc.cluster.local"]],
  [
    "a Service whose target does not answer",
    "api.silent.svc",
    ofPod,
    "ETIMEOUT",
    [
      "api.silent.svc.capi-system.svc.cluster.local",
      "api.silent.svc.svc.cluster.local",
      "api.silent.svc.cluster.local",
    ],
  ],
  [
    "a Service where the system wants no suffixes first",
    "known.svc",
    "search a.test\noptions ndots:1",
    other,
    ["known.svc"],
  ],
  ["a name of the internet that is one of a Service, too", "known.test", ofPod, known, ["known.test"]],
  [
    "a name that only a suffix completes",
    "api.x",
    "search a.test known.test",
    known,
    ["api.x", "api.x.a.test", "api.x.known.test"],
  ],
  ["a name without a dot", "api", "search a.test known.test", known, ["api.a.test", "api.known.test"]],
  ["a name without a dot that no suffix completes", "known", "search .", known, ["known"]],
  [
    "a suffix whose server fails",
    "api",
    "search failing.test rejecting.test known.test",
    known,
    ["api.failing.test", "api.rejecting.test", "api.known.test"],
  ],
  [
    "a name that may exist where a server fails",
    "api",
    "search failing.test a.test",
    "EAI_AGAIN",
    ["api.failing.test", "api.a.test", "api"],
  ],
  [
    "a suffix whose server fails before one that does not answer",
    "api",
    "search failing.test silent.test known.test",
    "ETIMEOUT",
    ["api.failing.test", "api.silent.test"],
  ],
  ["a suffix whose server does not answer", "api", "search silent.test known.test", "ETIMEOUT", ["api.silent.test"]],
])("%s", async (_, name, resolver, want, asked) => {
  const setting = await startSetting(resolver);
  expect(await find(foreignLookup(setting), name)).toBe(want);
  expect([...new Set(setting.dns.asked)]).toEqual(asked);
});

test("a name in the hosts file, one address or all", async () => {
  const hosts = "# a\n192.0.2.7\tapi.test Other.test # b\n::1 api.test\n192.0.2.8 not-api.test\n";
  const setting = await startSetting("", { hostsFile: systemFile(hosts) });
  const lookup = foreignLookup(setting);
  expect(await find(lookup, "api.test")).toBe('[{"address":"192.0.2.7","family":4},{"address":"::1","family":6}]');
  expect(await find(lookup, "api.test", {})).toBe('"192.0.2.7"');
  expect(await find(lookup, "api.test", { family: 6 })).toBe('"::1"');
  expect(await find(lookup, "other.test", { family: 6 })).toBe("ENOTFOUND");
  expect(setting.dns.asked).toEqual([]);
});

test("no more than sixteen addresses of a name are tried", async () => {
  const hosts = Array.from({ length: 4000 }, (_, index) => `224.0.${index >> 8}.${index & 255} many.test\n`).join("");
  const found = await find(foreignLookup(await startSetting("", { hostsFile: systemFile(hosts) })), "many.test");
  expect(JSON.parse(found)).toHaveLength(16);
});

test("localhost where no hosts file says it", async () => {
  const setting = await startSetting(ofPod);
  expect(await find(foreignLookup(setting), "localhost", {})).toBe('"127.0.0.1"');
  expect(setting.dns.asked).toEqual([]);
});

test.each([
  ["in DNS", (i: number) => `${i}.silent.test`, "known.test"],
  ["of Services", (i: number) => `e${i}.silent.svc`, "api.default.svc"],
  ["without a dot", (i: number) => `${i}silent`, "known"],
])("many names %s whose servers do not answer do not delay others", async (_, silentName, name) => {
  const setting = await startSetting(ofPod, { timeoutMs: 4000, deadlineMs: 3000 });
  const ended: string[] = [];
  const ask = async (asked: string): Promise<void> => {
    // Each cluster has a client of its own.
    const found = await find(foreignLookup(setting), asked);
    ended.push(found.includes("address") ? "found" : found);
  };
  await Promise.all([...Array.from({ length: 40 }, (__, i) => silentName(i)), name].map(ask));
  expect(ended).toEqual(["found", ...Array<string>(40).fill("ETIMEOUT")]);
});

test("callers of the same name share its queries, which end with the deadline also when all callers have left", async () => {
  const setting = await startSetting("", { timeoutMs: 400, deadlineMs: 200 });
  const lookup = foreignLookup(setting);
  const before = performance.now();
  const callers = Array.from({ length: 50 }, () => find(lookup, "a.silent.test"));
  expect(new Set(await Promise.all(callers))).toEqual(new Set(["ETIMEOUT"]));
  expect(performance.now() - before).toBeLessThan(390);
  // The second try would come after 400 ms.
  await delay(600);
  expect(setting.dns.asked).toEqual(["a.silent.test"]);
  await find(lookup, "a.silent.test");
  expect(setting.dns.asked).toHaveLength(2);
});

test("the deadline is for all suffixes together", async () => {
  const suffixes = Array.from({ length: 30 }, (_, i) => `${i}.slow.test`);
  const setting = await startSetting(`search ${suffixes.join(" ")}`, { timeoutMs: 1000, deadlineMs: 500 });
  const before = performance.now();
  expect(await find(foreignLookup(setting), "api")).toBe("ETIMEOUT");
  expect(performance.now() - before).toBeLessThan(1500);
  expect(setting.dns.asked.length).toBeLessThan(5);
});

test("answers of 64 KB of names with many labels are not decoded in this thread", async () => {
  const setting = await startSetting("", { timeoutMs: 5000, deadlineMs: 5000 });
  const name = `${"a.".repeat(110)}large.test`;
  // The first one starts the thread.
  await find(foreignLookup(setting), "known.test");
  const before = process.threadCpuUsage().user;
  const found = await Promise.all(Array.from({ length: 20 }, () => find(foreignLookup(setting), name)));
  const usedMs = (process.threadCpuUsage().user - before) / 1000;
  expect(JSON.parse(found[0] ?? "")).toHaveLength(16);
  // Half a second and more when they are decoded here. The server of this test has some of it.
  expect(usedMs).toBeLessThan(250);
  // The thread computes for seconds, and other work may take most of its time.
}, 60_000);
