// Bodies within the limits of bytes and values that cost more than others to parse or to work on.
import type { Attack } from "../area.ts";
import { startVictim } from "../victim.ts";
import { exchange, post } from "../wire.ts";
import { conversionReview, patchesPath, realHook } from "./server-samples.ts";

interface Body {
  readonly name: string;
  readonly before: string;
  readonly victim: "hook-server" | "list-patcher" | "webhook-server";
  readonly path: string;
  readonly body: () => string;
  /** What the answer contains. */
  readonly want: string;
  /** Longer than JSON.parse takes for such a body. */
  readonly longestStallMs: number;
}

const growthLimitMiB = 500;

const bodies: readonly Body[] = [
  {
    name: "a hook request of 550 KB with 14,000 variables that are named builtin",
    before: "a stall of 37 s",
    victim: "hook-server",
    path: patchesPath,
    body: () => {
      const variables = Array.from({ length: 14_000 }, (_, i) => ({ name: "builtin", value: { [`k${i}`]: 0 } }));
      return JSON.stringify({ ...realHook, variables, items: [] });
    },
    want: "HTTP/1.1 200 ",
    longestStallMs: 500,
  },
  {
    name: "a conversion review of 40 MB of whole numbers beyond 2^53",
    before: "the process ended: heap out of memory",
    victim: "webhook-server",
    path: "/convert",
    body: () =>
      JSON.stringify(conversionReview({})).replace(
        '"cpus":2',
        `"cpus":[${"12345678901234567890,".repeat(1_900_000)}0]`,
      ),
    want: "conversion/object-too-large",
    longestStallMs: 500,
  },
  {
    name: "a conversion review of 37 MB with 3,000,000 different names",
    before: "a stall of 10 s",
    victim: "webhook-server",
    path: "/convert",
    body: () => {
      const names = Array.from({ length: 3_000_000 }, (_, i) => `"${(i * 7919).toString(36)}":0`);
      return JSON.stringify(conversionReview({})).replace('"cpus":2', `"cpus":{${names.join()}}`);
    },
    want: "conversion/object-too-large",
    longestStallMs: 500,
  },
  {
    name: "a conversion review of 36 MB of objects whose field names have ever other orders",
    before: "a stall of 13 s and 3 GB",
    victim: "webhook-server",
    path: "/convert",
    body: () => reviewOf(Array.from({ length: 30 }, () => `{"cpus":2,"more":[${inOtherOrders(700).join()}]}`)),
    want: "serve/json-too-many-shapes",
    longestStallMs: 500,
  },
  {
    name: "a conversion review of 40 MB of objects with names that are numbers, and characters of two bytes",
    before: "the process ended: heap out of memory",
    victim: "webhook-server",
    path: "/convert",
    body: () => {
      const numeric = Array.from({ length: 40_000 }, () => '{"34":0}').join();
      return reviewOf(
        Array.from({ length: 40 }, () => `{"cpus":2,"text":"\u0100${"x".repeat(600_000)}","more":[${numeric}]}`),
      );
    },
    want: "HTTP/1.1 200 ",
    longestStallMs: 500,
  },
  {
    name: "a conversion review of 8 MB with a list of commas",
    before: "the process ended: heap out of memory",
    victim: "webhook-server",
    path: "/convert",
    body: () => reviewOf([]).replace('"objects":[]', `"objects":[${",".repeat(8_000_000)}]`),
    want: "conversion/too-many-objects",
    longestStallMs: 500,
  },
  {
    name: "a hook request of 10 MB of objects whose field names have ever other orders",
    before: "a stall of 3.4 s and 900 MB",
    victim: "hook-server",
    path: patchesPath,
    body: () => JSON.stringify({ ...realHook, items: [] }).replace("{", `{"more":[${inOtherOrders(8000).join()}],`),
    want: "limits.jsonShapes",
    longestStallMs: 500,
  },
  {
    name: "a hook request of 300 KB whose variable of 25,000 items goes into 500 templates",
    before: "the process ended: heap out of memory",
    victim: "list-patcher",
    path: patchesPath,
    body: () => manyCopies(0),
    want: "the patches of one answer have more than 16777216 characters together",
    longestStallMs: 500,
  },
  {
    name: "the same where each template has a list already, so that each item is an operation",
    before: "the process ended: heap out of memory",
    victim: "list-patcher",
    path: patchesPath,
    body: () => manyCopies(1),
    want: "the patches of one answer have more than 16777216 characters together",
    longestStallMs: 500,
  },
];

/** A request with a variable of 25,000 items for 500 templates, which have a list of this length where it goes. */
function manyCopies(length: number): string {
  const [first] = realHook.items;
  const template = structuredClone(first) as {
    object: { spec: { template: { spec: { kubeadmConfigSpec: object } } } };
  };
  Object.assign(template.object.spec.template.spec.kubeadmConfigSpec, { files: Array(length).fill({}) });
  const items = Array.from({ length: 500 }, (_, i) => ({ ...template, uid: String(i) }));
  return JSON.stringify({ ...realHook, variables: [{ name: "files", value: Array(25_000).fill({}) }], items });
}

/** Objects with 126 fields, each in another order. */
function inOtherOrders(count: number): string[] {
  const names = Array.from({ length: 126 }, (_, i) => `k${i}`);
  return Array.from({ length: count }, (_, i) => {
    const from = i % names.length;
    const step = [1, 5, 11, 13, 17, 19, 23, 25, 29, 31, 37][Math.floor(i / names.length) % 11] ?? 1;
    return `{${names.map((_name, at) => `"${names[(from + at * step) % names.length]}":0`).join()}}`;
  });
}

/** A conversion review whose objects have these specs. */
function reviewOf(specs: readonly string[]): string {
  const { request, ...review } = conversionReview({}) as { request: { objects: readonly object[] } };
  const objects = specs.map((spec) =>
    JSON.stringify({ ...request.objects[0], spec: 0 }).replace('"spec":0', `"spec":${spec}`),
  );
  return JSON.stringify({ ...review, request: { ...request, objects: 0 } }).replace(
    '"objects":0',
    `"objects":[${objects.join()}]`,
  );
}

/** Each sent once to a server of its own. */
export const costlyBodies: readonly Attack[] = bodies.map(
  ({ name, before, victim: file, path, body, want, longestStallMs: limit }): Attack => ({
    name,
    before,
    async run() {
      await using victim = await startVictim<{ port: number }>(new URL(`../victims/${file}.ts`, import.meta.url), {});
      const { all } = await exchange(victim.info.port, post(path, body()), 60_000);
      const { longestStallMs, growthMiB } = await victim.measure();
      if (!all.includes(want)) throw new Error(all.slice(0, 500));
      const measured = `stall ${longestStallMs.toFixed(0)} ms, ${growthMiB.toFixed(0)} MiB`;
      if (longestStallMs > limit || growthMiB > growthLimitMiB) throw new Error(measured);
      return `answered, ${measured}`;
    },
  }),
);
