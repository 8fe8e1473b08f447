// GeneratePatches over TLS: our kit's server beside one made with Cluster API's own Go package, each a process of its own,
// asked by the same client in this process.
import { hookCatalog } from "@capstan/api/catalog";
import { buildPeer } from "@capstan/tool-peers/build";
import type { Benchmark, Contender, Figures } from "../src/benchmark.ts";
import { buildProgram } from "../src/build-program.ts";
import { type ServerCommand, TlsServer } from "../src/tls-server.ts";
import { checkSameAnswers, patchRequest } from "../src/patch-request.ts";
import { peakMegabytes } from "../src/peak-memory.ts";

/** Templates in a request, and how many such requests make a run. */
const loads = [
  { templates: 1, calls: 2000 },
  { templates: 50, calls: 300 },
  { templates: 500, calls: 40 },
] as const;

const concurrency = 8;
const path = `${hookCatalog.GeneratePatches.path}/bench`;

const requests = loads.map(({ templates, calls }) => {
  const request = patchRequest(templates);
  return { templates, calls, request, body: Buffer.from(JSON.stringify(request)) };
});

const running = new Map<string, TlsServer>();

function contender(name: string, command: () => Promise<ServerCommand>): Contender {
  return {
    name,
    prepare: async () => {
      running.set(name, await TlsServer.start({ name, path, command: await command() }));
      await checkAnswers();
    },
    run: () => loadAll(serverOf(name)),
    stop: async () => {
      await running.get(name)?.stop();
      running.delete(name);
    },
  };
}

function serverOf(name: string): TlsServer {
  const server = running.get(name);
  if (server === undefined) throw new Error(`${name} does not run`);
  return server;
}

/** Once both run: the same requests must change the same templates in the same way, or the figures say nothing. */
async function checkAnswers(): Promise<void> {
  const [ours, peer] = running.values();
  if (ours === undefined || peer === undefined) return;
  for (const { request, body } of requests) {
    checkSameAnswers(request, [await ours.client.post(body), await peer.client.post(body)]);
  }
}

async function loadAll({ client, process }: TlsServer): Promise<Figures> {
  const figures: Record<string, number> = {};
  for (const { templates, calls, body } of requests) {
    const { callsPerSecond, p99Ms } = await client.send({ body, calls, concurrency });
    figures[`${templates}: calls a second`] = callsPerSecond;
    figures[`${templates}: p99 ms`] = p99Ms;
  }
  const peak = peakMegabytes(process.pid);
  return peak === undefined ? figures : { ...figures, "peak MB": peak };
}

/** Node on the built packages: without the export condition that reads sources. */
async function ownServer(): Promise<ServerCommand> {
  const extension = await buildProgram("extension", ["@capstan/extension-kit"]);
  return ({ served, health }, certificates) => [
    process.execPath,
    extension,
    "--host=127.0.0.1",
    `--port=${served}`,
    `--cert-dir=${certificates}`,
    `--health-addr=127.0.0.1:${health}`,
    "--log-level=warn",
  ];
}

async function goServer(): Promise<ServerCommand> {
  const program = await buildPeer("extension-server");
  return ({ served }, certificates) => [program, `--port=${served}`, `--cert-dir=${certificates}`];
}

/** GeneratePatches in requests of three sizes. */
export const generatePatches: Benchmark = {
  name: "generate-patches",
  how:
    `GeneratePatches over kept-alive TLS connections, ${concurrency} at a time, in requests of 1, 50 and 500 KubeadmConfigTemplates ` +
    "of 2 kB; each gets one command made of a variable. Ours is built JavaScript on @capstan/extension-kit, the peer a server on " +
    "Cluster API's own Go package; both give equal templates (checked before). Server, peer and client share this machine; each server has had three runs before.",
  contenders: [contender("Capstan", ownServer), contender("Go extension server", goServer)],
  warmUps: 3,
  runs: { short: 2, full: 7 },
};
