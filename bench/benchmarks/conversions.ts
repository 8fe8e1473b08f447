// Conversion webhooks over TLS: a provider of ours with the conversion of Machines, declared and generated, beside Cluster API's own conversions
// behind controller-runtime's webhook server. Each is a process of its own, asked by the same client in this process.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { coreCrds } from "@capstan/api/crds";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { declaredKinds } from "@capstan/tool-fuzz/upstream";
import { buildPeer } from "@capstan/tool-peers/build";
import type { Benchmark, Contender, Figures } from "../src/benchmark.ts";
import { buildProgram } from "../src/build-program.ts";
import { checkSameObjects, conversionReview, convertedObjects, machines } from "../src/machine-review.ts";
import { peakMegabytes } from "../src/peak-memory.ts";
import { makeTemporaryFolder, removeTemporaryFolder } from "../src/temporary-folder.ts";
import { type ServerCommand, TlsServer } from "../src/tls-server.ts";

/** Objects in a review, and how many such reviews make a run of one direction. */
const sizes = [
  { objects: 1, calls: 2000 },
  { objects: 100, calls: 100 },
] as const;

const concurrency = 8;

interface Load {
  readonly name: string;
  readonly calls: number;
  readonly body: Buffer;
}

interface Side {
  readonly server: TlsServer;
  /** Both directions; what is converted up is what this server made on the way down. */
  readonly loads: readonly Load[];
}

const running = new Map<string, Side>();

interface Started {
  readonly command: ServerCommand;
  readonly env?: Readonly<Record<string, string>>;
}

function contender(name: string, start: () => Promise<Started>, end: () => Promise<void>): Contender {
  return {
    name,
    prepare: async () => {
      const server = await TlsServer.start({ name, path: "/convert", ...(await start()) });
      running.set(name, { server, loads: await loadsOf(server) });
      await checkAnswers();
    },
    run: () => loadAll(name),
    stop: async () => {
      await running.get(name)?.server.stop();
      running.delete(name);
      await end();
    },
  };
}

async function loadsOf({ client }: TlsServer): Promise<readonly Load[]> {
  const loads: Load[] = [];
  for (const { objects, calls } of sizes) {
    const down = conversionReview(machines(objects), "v1beta1");
    const older = convertedObjects(await client.post(down));
    loads.push({ name: `${objects} down`, calls, body: down });
    loads.push({ name: `${objects} up`, calls, body: conversionReview(older, "v1beta2") });
  }
  return loads;
}

/** Once both run: the same reviews must give the same objects, or the figures say nothing. */
async function checkAnswers(): Promise<void> {
  const [ours, peer] = running.values();
  if (ours === undefined || peer === undefined) return;
  for (const [index, { body }] of ours.loads.entries()) {
    const theirs = peer.loads[index]?.body ?? body;
    checkSameObjects([await ours.server.client.post(body), await peer.server.client.post(theirs)]);
  }
}

async function loadAll(name: string): Promise<Figures> {
  const side = running.get(name);
  if (side === undefined) throw new Error(`${name} does not run`);
  const figures: Record<string, number> = {};
  for (const load of side.loads) {
    const { callsPerSecond } = await side.server.client.send({ ...load, concurrency });
    figures[`${load.name}: reviews a second`] = callsPerSecond;
  }
  const peak = peakMegabytes(side.server.process.pid);
  return peak === undefined ? figures : { ...figures, "peak MB": peak };
}

/** What our provider needs beside its own process: an API server, and a file with its credentials. */
let setup: { readonly env: TestEnv; readonly folder: string } | undefined;

/** Node on the built packages: without the export condition that reads sources. */
async function ownServer(): Promise<Started> {
  const provider = await buildProgram("conversions", ["@capstan/controller-kit"]);
  const [machine] = await declaredKinds("Machine");
  if (machine === undefined) throw new Error("no conversion of Machine is declared");
  const env = await startTestEnv({ backend: "embedded", crds: coreCrds() });
  const folder = makeTemporaryFolder();
  setup = { env, folder };
  const kubeconfig = join(folder, "kubeconfig");
  writeFileSync(kubeconfig, env.kubeconfig(), { mode: 0o600 });
  return {
    env: { KUBECONFIG: kubeconfig, CONVERTERS: machine.module.href },
    command: ({ served }, certificates) => [
      process.execPath,
      provider,
      "--webhook-host=127.0.0.1",
      `--webhook-port=${served}`,
      `--webhook-cert-dir=${certificates}`,
      "--metrics-bind-address=0",
      "--health-addr=0",
      "--skip-crd-migration-phases=All",
      "--log-level=warn",
    ],
  };
}

async function endOwnServer(): Promise<void> {
  await setup?.env.stop();
  if (setup !== undefined) removeTemporaryFolder(setup.folder);
  setup = undefined;
}

async function goServer(): Promise<Started> {
  const program = await buildPeer("conversion-webhook");
  return { command: ({ served }, certificates) => [program, `--port=${served}`, `--cert-dir=${certificates}`] };
}

/** Reviews of two sizes, in both directions. */
export const conversions: Benchmark = {
  name: "conversions",
  how:
    `ConversionReviews of 1 and of 100 Machines of 3 kB over kept-alive TLS connections, ${concurrency} at a time, from v1beta2 to v1beta1 ` +
    "(down) and back (up, with the annotation that keeps the whole object). Ours is a provider on the built packages with a declared conversion, the peer Cluster API's own " +
    "functions behind controller-runtime's webhook server; both give equal objects (checked before). Server, peer and client share this machine; each server has had eight runs before, since it runs for weeks and V8 optimizes its code during the first 12,000 calls.",
  contenders: [contender("Capstan", ownServer, endOwnServer), contender("Go webhook", goServer, async () => undefined)],
  leastRatio: 1,
  warmUps: 8,
  runs: { short: 2, full: 7 },
};
