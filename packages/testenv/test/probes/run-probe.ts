// Runs probes against a server by plain HTTPS and says where its answers are not the wanted ones. Tests of both backends
// call it; it uses no client of ours, so that client and server cannot share a mistake.
import { Agent, request as httpsRequest } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { getAt, isJsonObject, type ClusterCredentials } from "@capstan/kube";
import type { Answer, FromAnswers, Probe, Step } from "./probe.ts";

/** Sends requests as one identity. */
export interface Caller {
  send(step: Pick<Step, "method" | "headers"> & { readonly path: string; readonly text?: string }): Promise<Answer>;
  close(): void;
}

/** A caller with the credentials; `anonymous` leaves them out. */
export function createCaller(
  credentials: ClusterCredentials,
  { anonymous = false }: { readonly anonymous?: boolean } = {},
): Caller {
  const identity = anonymous ? {} : { cert: credentials.certData, key: credentials.keyData };
  const agent = new Agent({ keepAlive: true, ca: credentials.caData, ...identity });
  return {
    close: () => agent.destroy(),
    send: ({ method, path, headers = {}, text }) =>
      new Promise((resolve, reject) => {
        const request = httpsRequest(`${credentials.server}${path}`, {
          method,
          agent,
          headers: { ...headers, ...(text === undefined ? {} : { "content-length": Buffer.byteLength(text) }) },
        });
        request.on("error", reject);
        request.on("response", (response) => {
          const chunks: Buffer[] = [];
          response.on("error", reject);
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("end", () => {
            const body = Buffer.concat(chunks).toString();
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text: body, body: parseBody(body) });
          });
        });
        request.end(text);
      }),
  };
}

function parseBody(text: string): unknown {
  if (text.startsWith('{"type":"')) return parseEvents(text);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A watch's events, without the bookmarks that a server sends when it pleases. */
function parseEvents(text: string): unknown[] {
  const events = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string; object: { metadata?: { annotations?: object } } });
  return events.filter(({ type, object }) => type !== "BOOKMARK" || object.metadata?.annotations !== undefined);
}

let lastNamespace = 0;

/** Runs a probe in a new namespace; returns what is not as wanted, nothing when all is. */
export async function runProbe(caller: Caller, { name, steps }: Probe): Promise<string[]> {
  lastNamespace += 1;
  const namespace = `probe-${lastNamespace}`;
  await caller.send({
    method: "POST",
    path: "/api/v1/namespaces",
    headers: { "content-type": "application/json" },
    text: JSON.stringify({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } }),
  });
  const seen: Answer[] = [];
  for (const [i, step] of steps.entries()) {
    const { answer, problems } = await runStep(caller, step, { namespace, seen });
    seen.push(answer);
    if (problems.length > 0)
      return problems.map(
        (problem) =>
          `${name}, step ${i + 1} (${step.method} ${valueOf(step.path, seen)}): ${problem}\n  answered ${answer.status} ${answer.text.slice(0, 900)}`,
      );
  }
  return [];
}

interface Run {
  readonly namespace: string;
  readonly seen: readonly Answer[];
}

const patience = 100;

async function runStep(caller: Caller, step: Step, run: Run): Promise<{ answer: Answer; problems: string[] }> {
  const fill = (text: string): string => text.replaceAll("{ns}", run.namespace);
  const body = step.body === undefined ? step.raw : fill(JSON.stringify(valueOf(step.body, run.seen)));
  const path = fill(valueOf(step.path, run.seen));
  for (let attempt = 1; ; attempt++) {
    const answer = await caller.send({
      method: step.method,
      path,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...step.headers },
      ...(body === undefined ? {} : { text: body }),
    });
    const problems = compare(answer, JSON.parse(fill(JSON.stringify(step.want))) as Step["want"]);
    if (problems.length === 0 || step.eventually !== true || attempt === patience) return { answer, problems };
    await sleep(50);
  }
}

function valueOf<T>(value: FromAnswers<T>, seen: readonly Answer[]): T {
  return typeof value === "function" ? (value as (seen: readonly Answer[]) => T)(seen) : value;
}

function compare(answer: Answer, want: Step["want"]): string[] {
  const problems: string[] = [];
  if (answer.status !== want.status) problems.push(`status ${answer.status} instead of ${want.status}`);
  if (want.text !== undefined && answer.text !== want.text)
    problems.push(`text ${JSON.stringify(answer.text)} instead of ${JSON.stringify(want.text)}`);
  if (want.body !== undefined) problems.push(...differences(answer.body, want.body, ""));
  for (const path of want.without ?? [])
    if (getAt(answer.body, path.split(".")) !== undefined) problems.push(`${path} is there`);
  for (const [header, value] of Object.entries(want.headers ?? {})) {
    const got = String(answer.headers[header] ?? "");
    if (!got.includes(value))
      problems.push(`header ${header} is ${JSON.stringify(got)}, which has no ${JSON.stringify(value)}`);
  }
  return problems;
}

/** Where `got` lacks something of `want`; lists must have the same length. */
function differences(got: unknown, want: unknown, at: string): string[] {
  if (isJsonObject(want) && isJsonObject(got))
    return Object.entries(want).flatMap(([key, value]) => differences(got[key], value, `${at}.${key}`));
  if (Array.isArray(want) && Array.isArray(got) && want.length === got.length)
    return want.flatMap((value, i) => differences(got[i], value, `${at}[${i}]`));
  return JSON.stringify(got) === JSON.stringify(want)
    ? []
    : [`${at} is ${JSON.stringify(got)} instead of ${JSON.stringify(want)}`];
}
