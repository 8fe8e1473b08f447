// Random requests to the servers of hooks and webhooks: real ones, changed in their JSON, their bytes and their HTTP.
import { gzipSync } from "node:zlib";
import type { Fuzz } from "../area.ts";
import { hostileBytes, hostileJson } from "../hostile-json.ts";
import type { Lab } from "../lab.ts";
import { stallLimitMs } from "../stall-limit.ts";
import type { Random } from "@capstan/repo";
import type { Victim } from "../victim.ts";
import { exchange, post, type WireAnswer } from "../wire.ts";
import { admissionPath, patchesPath, realAdmission, realHook, realReview } from "./server-samples.ts";

/** The most that a server may grow: its budget of bodies in flight, with what is parsed of them. */
const growthLimitMiB = 512;

interface Real {
  readonly path: string;
  readonly body: object;
  /** What the answer to the request, unchanged, has in it. */
  readonly answer: string;
}

/** Random requests to an extension. */
export function hookRequests(start: () => Promise<Victim<{ port: number }>>): Fuzz {
  const samples = [
    { path: patchesPath, body: realHook, answer: '"status":"Success"' },
    {
      path: patchesPath.replace("generatepatches/patches-v1", "discovervariables/variables-v1"),
      body: { apiVersion: realHook["apiVersion"], kind: "DiscoverVariablesRequest" },
      answer: '"status":"Success"',
    },
  ];
  return {
    growthLimitMiB,
    name: "hook requests: JSON, bytes and HTTP changed at random",
    run: (lab, inputs) => fuzz(lab, inputs, { start, samples }),
  };
}

/** Random requests to the webhooks of a provider. */
export function webhookRequests(start: () => Promise<Victim<{ port: number }>>): Fuzz {
  const samples = [
    { path: "/convert", body: realReview, answer: '"failureDomain":"a"' },
    { path: admissionPath, body: realAdmission, answer: '"allowed":true' },
  ];
  return {
    growthLimitMiB,
    name: "conversion and admission reviews: the same",
    run: (lab, inputs) => fuzz(lab, inputs, { start, samples }),
  };
}

interface Target {
  readonly start: () => Promise<Victim<{ port: number }>>;
  readonly samples: readonly Real[];
}

/** After so many inputs, a real request must be answered. */
const checkEvery = 500;
/** How long the server may leave a request without an answer that is not complete. */
const hangUpMs = 15;

async function fuzz(lab: Lab, inputs: number, { start, samples }: Target): Promise<void> {
  await using victim = await start();
  for (let i = 0; i < inputs; i += 1) {
    const sample = lab.random.pick(samples);
    const input = lab.random.chance(1 / 400) ? bigRequest(lab.random, sample) : request(lab.random, sample);
    const answer = await exchange(victim.info.port, input.bytes, input.complete ? 30_000 : hangUpMs);
    if (input.complete) checkStatus(lab, answer, input);
    const { longestStallMs } = await victim.measure();
    lab.stall(longestStallMs, input.bytes, stallLimitMs() + parseMs(input.body));
    if (i % checkEvery === 0) await checkAlive(lab, victim, samples);
  }
  await checkAlive(lab, victim, samples);
  lab.growth((await victim.measure()).growthMiB);
}

function checkStatus(lab: Lab, { status, all }: WireAnswer, { bytes }: Input): void {
  if (status === undefined || status >= 500)
    lab.fault("wrong", `the answer is ${all.slice(0, 200)}`, bytes.toString("latin1"));
}

async function checkAlive(lab: Lab, victim: Victim<{ port: number }>, samples: readonly Real[]): Promise<void> {
  if (victim.exit !== undefined) throw new Error(`the server ended with ${victim.exit}: ${victim.output}`);
  for (const { path, body, answer } of samples) {
    const { all } = await exchange(victim.info.port, post(path, JSON.stringify(body)));
    if (!all.includes(answer)) lab.fault("wrong", `a real request has the answer ${all.slice(0, 500)}`, path);
  }
  if ((await victim.call("polluted")) !== null) lab.fault("wrong", "a prototype has a new field", "all inputs");
  await victim.measure();
}

interface Input {
  readonly bytes: Buffer;
  readonly body: Buffer;
  /** Whether the server must answer it. */
  readonly complete: boolean;
}

function request(random: Random, sample: Real): Input {
  const json = Buffer.from(hostileJson(random, sample.body));
  const body = random.chance(0.25) ? hostileBytes(random, json) : json;
  const whole = post(sample.path, body);
  return random.pick<() => Input>([
    () => ({ bytes: whole, body, complete: true }),
    () => ({ bytes: whole, body, complete: true }),
    () => ({ bytes: chunked(sample.path, body), body, complete: true }),
    () => ({ bytes: post(sample.path, gzipSync(body), ["Content-Encoding: gzip"]), body, complete: true }),
    () => ({
      bytes: post(sample.path, body, [`Content-Type: ${random.pick(["text/html", "\u00ff", "a".repeat(9000)])}`]),
      body,
      complete: true,
    }),
    () => ({ bytes: whole.subarray(0, random.below(whole.length)), body, complete: false }),
    () => ({ bytes: pipelined(random, whole), body, complete: false }),
    () => ({ bytes: badHttp(random, whole), body, complete: false }),
  ])();
}

function chunked(path: string, body: Buffer): Buffer {
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const chunk = body.length === 0 ? "" : `${body.length.toString(16)}\r\n`;
  return Buffer.concat([Buffer.from(head + chunk), body, Buffer.from(`${body.length === 0 ? "" : "\r\n"}0\r\n\r\n`)]);
}

function pipelined(random: Random, whole: Buffer): Buffer {
  const open = Buffer.from(whole.toString("latin1").replace("Connection: close\r\n", ""), "latin1");
  return Buffer.concat(Array<Buffer>(1 + random.below(40)).fill(open));
}

function badHttp(random: Random, whole: Buffer): Buffer {
  const text = whole.toString("latin1");
  const changed = random.pick([
    text.replace("HTTP/1.1", random.pick(["HTTP/9.9", "HTTP/1.0", "", "HTTP/2"])),
    text.replace("Content-Length: ", random.pick(["Content-Length: -", "Content-Length: 9", "Content-Length:\u000b"])),
    text.replace("Host: x", `Transfer-Encoding: chunked\r\nHost: x`),
    text.replace("Host: x", `Host: x\r\nContent-Length: 3`),
    text.replaceAll("\r\n", "\n"),
    text.replace("Host: x", `X: ${"y".repeat(random.below(100_000))}`),
    text.replace("POST ", random.pick(["\0", "GET ", "CONNECT ", "PRI * ", "POST \t"])),
    text.replace("Host: x", "Expect: 100-continue\r\nUpgrade: websocket\r\nConnection: upgrade"),
  ]);
  return Buffer.from(changed, "latin1");
}

const mebibyte = 2 ** 20;

/** As large as a server accepts, and made to be slow. */
function bigRequest(random: Random, { path, body }: Real): Input {
  const size = (path === "/convert" || path === admissionPath ? 7 : 19) * mebibyte;
  const filler = random.pick([
    "[],",
    "0,",
    '{"a":1},',
    '"some longer string",',
    '{"name":"profiling","value":"false"},',
  ]);
  const list = `[${filler.repeat(Math.floor(size / filler.length))}0]`;
  const text = JSON.stringify(body).replace(/\}$/, () => `,"x":${list}}`);
  const bytes = Buffer.from(text);
  return { bytes: post(path, bytes), body: bytes, complete: true };
}

/** How long JSON.parse takes for these bytes here; of two runs the longer. */
function parseMs(body: Buffer): number {
  if (body.length < 100_000) return 0;
  const run = (): number => {
    const from = performance.now();
    try {
      JSON.parse(body.toString());
    } catch {
      // It is not JSON: the time counts.
    }
    return performance.now() - from;
  };
  return Math.max(run(), run());
}
