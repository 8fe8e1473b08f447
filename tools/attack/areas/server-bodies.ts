// Bodies within the limits of bytes and values that cost more than others to parse or to work on.
import type { Attack } from "../area.ts";
import { startVictim } from "../victim.ts";
import { exchange, post } from "../wire.ts";
import { conversionReview, patchesPath, realHook } from "./server-samples.ts";

interface Body {
  readonly name: string;
  readonly before: string;
  readonly victim: "hook-server" | "webhook-server";
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
    want: "HTTP/1.1 400 ",
    longestStallMs: 1500,
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
    want: "serve/json-too-many-names",
    longestStallMs: 1500,
  },
];

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
