// Calls of a probe while the thread of its server does nothing else, from another process.
import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { RunningServer } from "../src/server.ts";

/** One call after the other until a time, beside new connections each 20 ms. */
const caller = `
const http = require("node:http");
const net = require("node:net");
const [url, until, others] = process.argv.slice(1);
const answers = [];
const open = () => net.connect(new URL(url).port, "127.0.0.1").on("error", () => undefined);
const flood = setInterval(() => Array.from({ length: Number(others) }, open), 20);
const call = () => {
  const start = Date.now();
  http.get(url, { agent: false }, (response) => {
    response.resume().on("end", () => {
      answers.push({ status: response.statusCode, ms: Date.now() - start });
      if (Date.now() < Number(until)) setTimeout(call, 100);
      else process.stdout.write(JSON.stringify(answers), () => process.exit());
    });
  }).on("error", (error) => { throw error; });
};
call();
`;

/** How a probe was answered. */
export interface ProbeAnswer {
  readonly status: number;
  readonly ms: number;
}

/**
 * The answers, at least three, that a probe has while this thread is busy; the thread of the probes knows its state from one call before. `others` is how many
 * connections are opened each 20 ms.
 */
export async function probesWhileBusy(
  server: RunningServer,
  { ms, others = 0 }: { readonly ms: number; readonly others?: number },
): Promise<readonly ProbeAnswer[]> {
  const url = `${server.url}/healthz`;
  await (await fetch(url)).text();
  const end = Date.now() + ms;
  const args = ["-e", caller, url, `${end - 500}`, `${others}`];
  const calls = promisify(execFile)(process.execPath, args);
  await sleep(200);
  while (Date.now() < end);
  const answers = JSON.parse((await calls).stdout) as readonly ProbeAnswer[];
  if (answers.length < 3) throw new Error(`only ${answers.length} answers`);
  return answers;
}
