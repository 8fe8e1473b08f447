// The process of a victim: starts the module that is named, and measures itself.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { describeError } from "@capstan/kube";
import { watchLoop } from "@capstan/repo/loop-watch";
import type { FromVictim } from "./victim.ts";

type ToVictim = { readonly start: unknown } | { readonly measure: true } | { readonly call: unknown };

interface VictimModule {
  start(argument: unknown): Promise<unknown>;
  call?(value: unknown): Promise<unknown>;
}

const file = process.argv[2] ?? "";
// The path of a module comes from startVictim, which says what it exports.
const victim = (await import(pathToFileURL(file).href)) as VictimModule;
const loop = watchLoop();
let atStartMiB = 0;

function residentMiB(): number {
  return process.memoryUsage.rss() / 2 ** 20;
}

/** The most that was ever resident. `resourceUsage` would begin with the memory of the process that forked this one. */
function peakMiB(): number {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS / 1024;
  const [, kibibytes = ""] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  return Number(kibibytes) / 1024;
}

async function answer(message: ToVictim): Promise<FromVictim> {
  if ("start" in message) {
    const ready = await victim.start(message.start);
    atStartMiB = residentMiB();
    loop.longest();
    return { ready };
  }
  if ("measure" in message) {
    return { measure: { longestStallMs: loop.longest(), growthMiB: Math.max(0, peakMiB() - atStartMiB) } };
  }
  return { answer: await victim.call?.(message.call) };
}

process.on("message", (message: ToVictim) => {
  answer(message).then(
    (reply) => process.send?.(reply),
    (error: unknown) => process.send?.({ failed: describeError(error) }),
  );
});
process.on("disconnect", () => process.exit(0));
