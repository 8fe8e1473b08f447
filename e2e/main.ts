// `pnpm run e2e`: the examples on a real kube-apiserver, driven by the real Cluster API managers and the real clusterctl.
// `pnpm run e2e life topology` runs only those parts; `--record` writes again what core was seen to write, and the
// frames of dev. `pnpm run e2e runtime --core 1.13.4` runs the hooks with another version of Cluster API; `--write` puts the
// calls of each hook into the table of docs/operating-an-extension.md. `pnpm run e2e http --peer` runs provider-http's peer in Go.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Namespace } from "@capstan/kube/builtin";
import { orUsage, wholeFlag } from "@capstan/repo";
import { coreNamed } from "@capstan/tool-control-plane/cores";
import { changingMessages } from "./scenarios/changing-messages.ts";
import { conversion } from "./scenarios/conversion.ts";
import { coreWrites } from "./scenarios/core-writes.ts";
import { devScenario } from "./scenarios/dev/dev.ts";
import { httpCloud, kitWaits, peerWaits, startBadCloud } from "./scenarios/http-cloud.ts";
import { life } from "./scenarios/life.ts";
import { move } from "./scenarios/move.ts";
import { oneNamespace, ownNamespace } from "./scenarios/one-namespace.ts";
import { pools, type PoolsOptions } from "./scenarios/pools.ts";
import { planEnvironment, planFor, replay } from "./scenarios/replay/replay.ts";
import { runtime } from "./scenarios/runtime/runtime.ts";
import { topology } from "./scenarios/topology.ts";
import { mustEqual } from "./src/eventually.ts";
import { writeHookSupport } from "./src/hook-support.ts";
import { endLocalProcesses } from "./src/machine-processes.ts";
import { readableMetrics } from "./src/manager-metrics.ts";
import { type ManagementCluster, type ManagementOptions, startManagementCluster } from "./src/management-cluster.ts";
import { runScenario, type RunStep, type ScenarioResult, timedStep } from "./src/scenario.ts";
import { countedSeconds, measureTime, usedTimeWords } from "./src/used-time.ts";

const parts = [
  "life",
  "conversion",
  "topology",
  "pools",
  "move",
  "life-v1beta1",
  "pools-v1beta1",
  "one-namespace",
  "http",
  "dev",
  "runtime",
  "replay",
] as const;
type Part = (typeof parts)[number];

const usage = `usage: e2e [--record] [--keep] [--sample CHANGES] [--seed N] [--except PART]... [PART]...
       e2e runtime [--core VERSION] [--write] [--keep]
       e2e http [--peer] [--keep]`;
const { values, positionals, plan, core } = orUsage(usage, () => {
  const no = { type: "boolean", default: false } as const;
  const options = {
    record: no,
    keep: no,
    write: no,
    peer: no,
    core: { type: "string" },
    except: { type: "string", multiple: true, default: [] as string[] },
    sample: { type: "string", default: "30" },
    seed: { type: "string", default: "1" },
  } as const;
  const given = parseArgs({ allowPositionals: true, options });
  const unknown = [...given.positionals, ...given.values.except].filter(
    (name) => !(parts as readonly string[]).includes(name),
  );
  if (unknown.length > 0) throw new Error(`no part "${unknown.join('", "')}"; there are ${parts.join(", ")}`);
  const { sample, seed, core: version, write, peer } = given.values;
  if ((version !== undefined || write) && given.positionals.join() !== "runtime")
    throw new Error("--core and --write are for the part runtime alone: e2e runtime --core VERSION");
  if (peer && given.positionals.join() !== "http")
    throw new Error("--peer is for the part http alone: e2e http --peer");
  return { ...given, plan: planFor(wholeFlag("sample", sample), wholeFlag("seed", seed)), core: coreNamed(version) };
});
/** Parts that run only when they are named. */
const onRequest: readonly string[] = ["runtime", "replay"];
const wanted = (part: Part): boolean =>
  (positionals.length === 0 ? !onRequest.includes(part) : positionals.includes(part)) && !values.except.includes(part);
const folder = mkdtempSync(join(tmpdir(), "capstan-e2e-"));
const running = new Set<ManagementCluster>();
const results: ScenarioResult[] = [];
let interrupted = false;

/** Where the processes of a part of the run are kept: what one part leaves behind must not be counted by the next. */
function stateFolderOf(part: Part): string {
  return join(folder, "processes", part);
}

async function start(options: Omit<ManagementOptions, "folder">): Promise<ManagementCluster> {
  const cluster = await timedStep(
    `start management cluster "${options.name}" and let clusterctl install everything`,
    () => startManagementCluster({ ...options, core, folder: join(folder, options.name) }),
  );
  running.add(cluster);
  return cluster;
}

async function stop(cluster: ManagementCluster): Promise<void> {
  running.delete(cluster);
  await cluster.stop();
}

async function scenario(
  name: string,
  clusters: readonly ManagementCluster[],
  run: (step: RunStep) => Promise<void>,
): Promise<void> {
  results.push(await runScenario({ name, clusters, run }));
}

async function inNamespace(cluster: ManagementCluster, namespace: string): Promise<void> {
  await cluster.local.client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
}

/** No request of our accounts or core's may have been rejected. */
async function nothingForbidden(cluster: ManagementCluster): Promise<void> {
  await scenario(`rights on "${cluster.name}"`, [], (step) =>
    step("the audit log has no 403", async () => mustEqual("rejected requests", cluster.forbidden(), [])),
  );
}

async function lifeOn(cluster: ManagementCluster, part: "life" | "life-v1beta1", contract: string): Promise<void> {
  const namespace = "life";
  await inNamespace(cluster, namespace);
  await scenario(`(a) life of a cluster, contract ${contract}`, [cluster], (step) =>
    life({ management: cluster, namespace, name: "first", stateFolder: stateFolderOf(part) }, step),
  );
}

interface PoolsRun extends PoolsOptions {
  readonly stateFolder: string;
  readonly contract: string;
}

async function poolsOn(cluster: ManagementCluster, { stateFolder, contract, ...options }: PoolsRun): Promise<void> {
  const namespace = "pools";
  await inNamespace(cluster, namespace);
  const name = `(g) our bootstrap provider, a machine pool, our IPAM provider, contract ${contract}`;
  await scenario(name, [cluster], (step) =>
    pools({ management: cluster, namespace, name: "pooled", stateFolder }, options, step),
  );
}

async function mainCluster(): Promise<void> {
  if (!(["life", "conversion", "topology", "pools"] as const).some(wanted)) return;
  const stateFolder = stateFolderOf("life");
  const cluster = await start({
    name: "main",
    examples: ["local", "bootstrap", "ipam", "lifecycle", "topology"],
    kubeadm: true,
    stateFolder,
  });
  if (wanted("life")) {
    await lifeOn(cluster, "life", "v1beta2");
    await scenario("(e) core's writes", [], (step) => coreWrites(cluster, "life", { step, record: values.record }));
  }
  if (wanted("conversion")) await scenario("(b) versions", [cluster], (step) => conversion(cluster, step));
  if (wanted("topology")) {
    await scenario("(c) a ClusterClass cluster with our extensions", [cluster], (step) => topology(cluster, step));
  }
  if (wanted("pools")) {
    await poolsOn(cluster, { stateFolder, contract: "v1beta2", scales: [4, 1], withMachines: true });
  }
  await nothingForbidden(cluster);
  await stop(cluster);
}

/** clusterctl moves only between clusters with the same providers, and upstream's in-memory provider runs once per computer. */
async function moveClusters(): Promise<void> {
  if (!wanted("move")) return;
  const stateFolder = stateFolderOf("move");
  const source = await start({ name: "source", examples: ["local"], kubeadm: false, stateFolder });
  const target = await start({ name: "target", examples: ["local"], kubeadm: false, stateFolder });
  await scenario("(d) clusterctl move", [source, target], (step) =>
    move({ source, target, folder, stateFolder }, step),
  );
  for (const cluster of [source, target]) {
    await nothingForbidden(cluster);
    await stop(cluster);
  }
}

async function v1beta1Cluster(): Promise<void> {
  if (!(["life-v1beta1", "pools-v1beta1"] as const).some(wanted)) return;
  const stateFolder = stateFolderOf("life-v1beta1");
  const cluster = await start({
    name: "v1beta1",
    examples: ["local", "bootstrap", "ipam"],
    kubeadm: false,
    release: { contract: "v1beta1" },
    stateFolder,
  });
  if (wanted("life-v1beta1")) await lifeOn(cluster, "life-v1beta1", "v1beta1");
  if (wanted("pools-v1beta1"))
    await poolsOn(cluster, { stateFolder, contract: "v1beta1", scales: [], withMachines: false });
  await nothingForbidden(cluster);
  await stop(cluster);
}

async function oneNamespaceCluster(): Promise<void> {
  if (!wanted("one-namespace")) return;
  const stateFolder = stateFolderOf("one-namespace");
  const cluster = await start({
    name: "tenant",
    examples: ["local"],
    kubeadm: false,
    release: { scope: "namespace" },
    stateFolder,
  });
  await scenario("(f) a release for one namespace", [cluster], (step) =>
    oneNamespace({ management: cluster, namespace: ownNamespace, name: "own", stateFolder }, step),
  );
  await inNamespace(cluster, "echo");
  await scenario("(i) messages that are others in each pass", [cluster], (step) =>
    changingMessages({ management: cluster, namespace: "echo" }, step),
  );
  await nothingForbidden(cluster);
  await stop(cluster);
}

async function httpCluster(): Promise<void> {
  if (!wanted("http")) return;
  await using cloud = await startBadCloud();
  const cluster = await start({
    name: "http",
    examples: ["http"],
    kubeadm: false,
    stateFolder: stateFolderOf("http"),
    cloudUrl: cloud.url,
    goPeer: values.peer,
  });
  await inNamespace(cluster, "cloudy");
  const waits = values.peer ? peerWaits : kitWaits;
  await scenario("(h) a cloud without idempotency keys", [cluster], (step) =>
    httpCloud({ management: cluster, cloud, namespace: "cloudy", waits }, step),
  );
  await nothingForbidden(cluster);
  await stop(cluster);
}

async function everyHook(cluster: ManagementCluster): Promise<void> {
  const { clusterApi, kubernetes } = cluster.built.versions;
  await scenario(`(k) every hook of Cluster API ${clusterApi}`, [cluster], async (step) => {
    const calls = await runtime(cluster, step);
    if (values.write) await writeHookSupport(clusterApi, { kubernetes, calls });
  });
}

const extensionOf = { runtime: "everyHook", replay: "replayed" } as const;

/** One management cluster for both parts; replay comes last, since runtime counts the calls of its hooks. */
async function hooksCluster(): Promise<void> {
  const hooks = (["runtime", "replay"] as const).filter(wanted);
  if (hooks.length === 0) return;
  const tape = join(folder, "replayed.tape");
  const cluster = await start({
    name: "hooks",
    examples: hooks.map((part) => extensionOf[part]),
    kubeadm: true,
    variables: readableMetrics,
    flags: { replayed: [`--record=${tape}`] },
    env: planEnvironment(plan),
    stateFolder: stateFolderOf("runtime"),
  });
  if (wanted("runtime")) await everyHook(cluster);
  if (wanted("replay"))
    await scenario("(l) random changes of patches", [cluster], (step) => replay(cluster, { plan, tape }, step));
  await nothingForbidden(cluster);
  await stop(cluster);
}

/** What the whole part may take. */
const devSeconds = 240;

async function devLoop(): Promise<void> {
  if (!wanted("dev")) return;
  const options = { folder: join(folder, "dev"), record: values.record };
  const used = measureTime();
  await scenario("(j) capstan dev", [], (step) => devScenario(options, step));
  const time = used();
  console.log(`\n  capstan dev ${usedTimeWords(time, devSeconds)}`);
  // Frames that are recorded have to rest first.
  if (!values.record && countedSeconds(time) > devSeconds)
    results.push({ name: "the time of capstan dev", steps: 0, failed: true });
}

async function cleanUp(): Promise<void> {
  for (const cluster of running) await cluster.stop().catch(() => undefined);
  await endLocalProcesses(join(folder, "processes"));
  if (values.keep) console.log(`kept: ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (interrupted) process.exit(130);
    interrupted = true;
    console.error("\ninterrupted: stopping everything that was started (once more to leave at once)");
    void cleanUp().then(() => process.exit(130));
  });
}

try {
  await mainCluster();
  await moveClusters();
  await v1beta1Cluster();
  await oneNamespaceCluster();
  await httpCluster();
  await devLoop();
  await hooksCluster();
} catch (error) {
  if (!interrupted) console.error(error instanceof Error ? error.message : error);
  results.push({ name: "management clusters", steps: 0, failed: true });
} finally {
  if (!interrupted) await cleanUp();
}
const failed = results.filter((result) => result.failed).length;
const passed = results.reduce((sum, result) => sum + result.steps, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
