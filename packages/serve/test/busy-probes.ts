// Calls of a probe while the thread of its server does nothing else, from another process.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { RunningServer } from "../src/server.ts";

/** One call after the other for a while, beside new connections each 20 ms. Its first byte comes when it begins. */
const caller = `
const http = require("node:http");
const net = require("node:net");
const [url, ms, others] = process.argv.slice(1);
const until = Date.now() + Number(ms);
const answers = [];
const open = () => net.connect(new URL(url).port, "127.0.0.1").on("error", () => undefined);
const flood = setInterval(() => Array.from({ length: Number(others) }, open), 20);
const call = () => {
  const start = Date.now();
  http.get(url, { agent: false }, (response) => {
    response.resume().on("end", () => {
      answers.push({ status: response.statusCode, ms: Date.now() - start });
      if (Date.now() < until) setTimeout(call, 100);
      else process.stdout.write(JSON.stringify(answers), () => process.exit());
    });
  }).on("error", (error) => { throw error; });
};
process.stdout.write(" ");
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
  const args = ["-e", caller, url, String(ms - 500), String(others)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "readable");
  const end = Date.now() + ms;
  while (Date.now() < end);
  const answers = JSON.parse(await text(child.stdout)) as readonly ProbeAnswer[];
  if (answers.length < 3) throw new Error(`only ${answers.length} answers`);
  return answers;
}
