// A victim for the tests: it holds its event loop, takes memory, or ends, as it is told.
import { busyMs } from "@capstan/repo/loop-watch";

const kept: Buffer[] = [];

export async function start(argument: unknown): Promise<unknown> {
  return { given: argument };
}

export async function call(value: unknown): Promise<unknown> {
  if (value === "end") process.exit(3);
  if (value === "throw") setImmediate(() => JSON.parse("{"));
  if (value === "take") kept.push(Buffer.alloc(200 * 2 ** 20, 1));
  if (value === "hold") for (const until = busyMs() + 300; busyMs() < until;);
  return value;
}
