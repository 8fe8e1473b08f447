// Hooks over TLS: our kit's server beside one made with Cluster API's own Go package, each a process of its own, asked by the same client in this process.
import { hookCatalog } from "@capstan/api/catalog";
import { isJsonObject } from "@capstan/kube";
import { buildPeer } from "@capstan/tool-peers/build";
import type { Benchmark, Contender, Figures, Limit } from "../src/benchmark.ts";
import { bareProgram, type OperatorCommand, ownExtension } from "../src/operator-process.ts";
import { TlsServer, type TlsServerOptions } from "../src/tls-server.ts";
import type { Load, LoadResult } from "../src/load.ts";
import { checkSameAnswers, patchRequest, upgradeRequest } from "../src/hook-requests.ts";
import { peakMegabytes } from "../src/peak-memory.ts";
import { cpuSeconds, residentMegabytes } from "../src/process-usage.ts";
import { makeTemporaryFolder, removeTemporaryFolder } from "../src/temporary-folder.ts";

/** Templates in a request, and how many such requests make a run. */
const loads = [
  { templates: 1, calls: 2000 },
  { templates: 50, calls: 300 },
  { templates: 500, calls: 40 },
] as const;

const concurrency = 8;
const patches = `${hookCatalog.GeneratePatches.path}/bench`;
const life = {
  path: `${hookCatalog.BeforeClusterUpgrade.path}/bench-life`,
  body: Buffer.from(JSON.stringify(upgradeRequest)),
  calls: 4000,
} as const;

const requests = loads.map(({ templates, calls }) => {
  const request = patchRequest(templates);
  return { templates, calls, request, body: Buffer.from(JSON.stringify(request)) };
});

const running = new Map<string, TlsServer>();

/** How a server is started. */
type Server = Pick<TlsServerOptions, "command" | "env">;

function contender(name: string, server: (folder: string) => Promise<Server>): Contender {
  let folder = "";
  const start = async (): Promise<TlsServer> => TlsServer.start({ name, path: patches, ...(await server(folder)) });
  return {
    name,
    prepare: async () => {
      folder = makeTemporaryFolder();
      running.set(name, await start());
      await checkAnswers();
    },
    run: async () => ({ ...(await loadAll(serverOf(name))), "start ms": await firstAnswer(start) }),
    stop: async () => {
      await running.get(name)?.stop();
      running.delete(name);
      removeTemporaryFolder(folder);
    },
  };
}

function serverOf(name: string): TlsServer {
  const server = running.get(name);
  if (server === undefined) throw new Error(`${name} does not run`);
  return server;
}

/** Whenever one more runs: the same requests must change the same templates in the same way and delay an upgrade alike, or the figures say nothing. */
async function checkAnswers(): Promise<void> {
  const [ours, ...others] = running.values();
  if (ours === undefined) return;
  for (const other of others) await checkAlike(ours, other);
}

async function checkAlike(ours: TlsServer, other: TlsServer): Promise<void> {
  for (const { request, body } of requests) {
    checkSameAnswers(request, [await ours.client.post(body), await other.client.post(body)]);
  }
  const [own, others] = [await delayOf(ours), await delayOf(other)];
  if (own !== others) throw new Error(`the answers to BeforeClusterUpgrade differ: ${own} and ${others}`);
}

async function delayOf({ client }: TlsServer): Promise<string> {
  const answer: unknown = JSON.parse((await client.post(life.body, life.path)).toString());
  if (!isJsonObject(answer) || answer["status"] !== "Success") throw new Error("BeforeClusterUpgrade failed");
  return JSON.stringify([answer["retryAfterSeconds"], answer["message"]]);
}

async function loadAll(server: TlsServer): Promise<Figures> {
  const { pid } = server.process;
  const figures: Record<string, number> = {};
  for (const { templates, calls, body } of requests) {
    const { callsPerSecond, p99Ms, cpuMs } = await loadOnce(server, { body, calls, concurrency });
    figures[`${templates}: calls a second`] = callsPerSecond;
    figures[`${templates}: p99 ms`] = p99Ms;
    figures[`${templates}: CPU ms a call`] = cpuMs;
  }
  const { callsPerSecond, cpuMs } = await loadOnce(server, { ...life, concurrency });
  figures["life: calls a second"] = callsPerSecond;
  figures["life: CPU ms a call"] = cpuMs;
  figures["MB"] = residentMegabytes(pid);
  const peak = peakMegabytes(pid);
  return peak === undefined ? figures : { ...figures, "peak MB": peak };
}

/** One load, and what each of its calls cost the server in processor time. */
async function loadOnce({ client, process }: TlsServer, load: Load): Promise<LoadResult & { readonly cpuMs: number }> {
  const before = cpuSeconds(process.pid);
  const result = await client.send(load);
  return { ...result, cpuMs: ((cpuSeconds(process.pid) - before) / load.calls) * 1000 };
}

/** From the start of a new process to its first answer. */
async function firstAnswer(start: () => Promise<TlsServer>): Promise<number> {
  const server = await start();
  try {
    await server.client.post(life.body, life.path);
    return performance.now() - server.startedAt;
  } finally {
    await server.stop();
  }
}

/** Node on the built packages, without the export condition that reads sources, as its container starts it. */
async function ownServer(folder: string): Promise<Server> {
  return onNode(await ownExtension(folder), ({ served, health }, certificates) => [
    "--host=127.0.0.1",
    `--port=${served}`,
    `--cert-dir=${certificates}`,
    `--health-addr=127.0.0.1:${health}`,
  ]);
}

async function goServer(): Promise<Server> {
  const program = await buildPeer("extension-server");
  return { command: ({ served }, certificates) => [program, `--port=${served}`, `--cert-dir=${certificates}`] };
}

/** What no server on Node could be below. */
async function bareServer(folder: string): Promise<Server> {
  return onNode(await bareProgram("extension-bare", folder, "extension"), ({ served }, certificates) => [
    `--port=${served}`,
    `--cert-dir=${certificates}`,
  ]);
}

function onNode({ command, env = {} }: OperatorCommand, flags: TlsServerOptions["command"]): Server {
  return { command: (ports, certificates) => [...command, ...flags(ports, certificates)], env };
}

const least = (figure: string, ratio: number): Limit => ({ figure, of: "ratio", least: ratio });

/** GeneratePatches in requests of three sizes, and a hook of the life of a Cluster. */
export const hooks: Benchmark = {
  name: "hooks",
  how:
    `GeneratePatches over kept-alive TLS connections, ${concurrency} at a time, in requests of 1, 50 and 500 KubeadmConfigTemplates ` +
    "of 2 kB; each gets one command made of a variable. Then BeforeClusterUpgrade with a Cluster of a class (life), which is answered with a delay. Memory is " +
    "taken after both. Last, a new process is started: the time until its first answer. Ours is built JavaScript on @capstan/extension-kit with the variables and flags of its container, the peer a server on " +
    "Cluster API's own Go package. Node alone is an HTTPS server that parses the request and writes the answer, and checks nothing: less is not possible on Node. All give equal templates and delays (checked before). CPU is the processor time of the server, of all its threads. Server, peer and client share this machine; each server has had three runs before.",
  contenders: [
    contender("Capstan", ownServer),
    contender("Go extension server", goServer),
    contender("Node alone", bareServer),
  ],
  warmUps: 3,
  runs: { short: 2, full: 7 },
  limits: [
    least("1: calls a second", 2),
    least("50: calls a second", 4),
    least("500: calls a second", 4),
    least("life: calls a second", 1.2),
    { figure: "50: p99 ms", of: "ratio", most: 0.2 },
    { figure: "peak MB", of: "ratio", most: 1 },
    { figure: "start ms", of: "value", most: 300 },
  ],
};
