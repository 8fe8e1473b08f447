// What an author's process has beside controllers: metrics and features in the services, runnables, and services of the leader alone.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { coreCrds } from "@capstan/api/crds";
import { createClient } from "@capstan/client";
import { describeError, formatKubeconfig } from "@capstan/kube";
import { ConfigMap } from "@capstan/kube/builtin";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { freePort } from "@capstan/testenv/host";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FooDisk, fooCrds } from "../../test/foo-kinds.ts";
import { initProvider, type ProviderKit } from "../authoring/provider-kit.ts";
import { done } from "../authoring/result.ts";
import type { ProviderRunnable } from "../authoring/runnable.ts";
import { createProviderManager } from "./provider-manager.ts";
import { runProvider } from "./run.ts";
import type { RunOptions } from "./run-options.ts";
import { LeaderServices } from "./services.ts";

interface Services {
  readonly said: string[];
  readonly count: (what: string) => void;
}
const kit: ProviderKit<Services> = initProvider();
const runnable = (name: string, needsLeader: boolean): ProviderRunnable<Services> => ({
  name,
  needsLeader,
  async run({ services, client }) {
    services.said.push(`${name} in ${client.namespace}`);
    services.count(name);
  },
});
const disk = kit.controller(FooDisk, {
  minInterval: "2s",
  backoff: { first: "1s", longest: "1m" },
  async reconcile({ object }, { services }) {
    services.said.push(`disk ${object.metadata.name ?? ""}`);
    return done();
  },
});
const provider = kit.provider({
  name: "foo",
  type: "infrastructure",
  controllers: [disk],
  runnables: [runnable("prices", true)],
});

let env: TestEnv;
let folder: string;
let kubeconfig: string;
beforeAll(async () => {
  env = await startTestEnv({ crds: [...coreCrds(), ...fooCrds] });
  folder = await mkdtemp(join(tmpdir(), "capstan-process-"));
  kubeconfig = join(folder, "kubeconfig");
  await writeFile(kubeconfig, formatKubeconfig(env.credentials));
  const client = createClient(env.credentials);
  await client.create(FooDisk, { ...disk.resource, metadata: { namespace: "default", name: "d" } } as FooDisk);
  client.close();
});
afterAll(async () => {
  await env.stop();
  await rm(folder, { recursive: true });
});

const features = { Fast: { stage: "beta", default: true } } as const;
type Options = RunOptions<Services, {}, typeof features>;

async function ran(options: Options, args: readonly string[], until: () => boolean): Promise<string> {
  let error = "";
  const stop = new AbortController();
  const quiet = ["--health-addr=0", "--webhook-port=0", `--kubeconfig=${kubeconfig}`];
  const ended = runProvider(provider, options, {
    args: [...quiet, ...args],
    variables: {},
    signal: stop.signal,
    write: () => undefined,
    writeError: (output) => (error += output),
    writeLog: () => undefined,
  });
  let isOver = false;
  void ended.then(() => (isOver = true));
  await expect.poll(() => isOver || until(), { timeout: 10_000 }).toBe(true);
  stop.abort();
  return `${await ended} ${error}`;
}

test("services count on the page of the manager, runnables run, and features are typed", async () => {
  const port = await freePort();
  const said: string[] = [];
  let page = "";
  const options: Options = {
    features,
    async services({ metrics, features: on }) {
      said.push(`fast ${on.Fast}`);
      const calls = metrics.counter({ name: "foo_runs_total", help: "Runs", labels: ["what"] });
      return { said, count: (what) => calls.add({ what }) };
    },
  };
  const read = async (): Promise<void> => {
    page = await fetch(`http://127.0.0.1:${port}/metrics`).then(
      (answer) => answer.text(),
      () => "",
    );
  };
  const args = [`--metrics-bind-address=127.0.0.1:${port}`, "--feature-gates=Fast=false"];
  const end = await ran(options, args, () => {
    void read();
    return page.includes('foo_runs_total{what="prices"} 1') && said.includes("disk d");
  });
  expect([end, said.toSorted()]).toEqual(["0 ", ["disk d", "fast false", "prices in default"]]);
  expect(page).toContain('controller_runtime_max_concurrent_reconciles{controller="foodisk"} 10');
});

test("services of the leader are created when the process leads, before its controllers start", async () => {
  const client = createClient(env.credentials);
  const said: string[] = [];
  const leases: boolean[] = [];
  const options: Options = {
    servicesOn: "leader",
    features,
    async services() {
      const path = "/apis/coordination.k8s.io/v1/namespaces/default/leases/capstan-infrastructure-foo";
      leases.push(
        await client.request({ method: "GET", path }).then(
          () => true,
          () => false,
        ),
      );
      said.push("created");
      return { said, count: () => undefined };
    },
  };
  const end = await ran(options, ["--leader-elect", "--metrics-bind-address=0"], () => said.includes("disk d"));
  expect([end, leases, said[0]]).toEqual(["0 ", [true], "created"]);
  client.close();
});

test("services of the leader that fail end the process with their error", async () => {
  const options: Options = { servicesOn: "leader", features, services: () => Promise.reject(new Error("no session")) };
  expect(await ran(options, ["--metrics-bind-address=0"], () => false)).toMatch(
    /^1 error process\/failed: no session\n/,
  );
});

test.each([
  { who: "the runnable everywhere", given: { runnables: [runnable("everywhere", false)] } },
  { who: "the webhook ConfigMap", given: { webhooks: [kit.validate(ConfigMap, { create: () => undefined })] } },
])("services of the leader are not enough for $who", ({ given }) => {
  const other = kit.provider({ name: "foo", type: "infrastructure", controllers: [disk], ...given });
  const client = createClient(env.credentials);
  let message = "";
  try {
    createProviderManager(other, { client, services: new LeaderServices(() => Promise.reject(new Error("no"))) });
  } catch (error) {
    message = describeError(error);
  }
  client.close();
  expect(message).toMatch(/ needs services, and only the leader has them\n {2}help: remove `servicesOn: "leader"`/);
});
