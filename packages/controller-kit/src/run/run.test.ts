// The process of a provider, without one: what each start writes and which code it ends with.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatKubeconfig } from "@capstan/kube";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FooCluster, fooCrds } from "../../test/foo-kinds.ts";
import { initProvider, type ProviderKit } from "../authoring/provider-kit.ts";
import { done, removed } from "../authoring/result.ts";
import { runProvider, type ExitCode } from "./run.ts";

const kit: ProviderKit<object> = initProvider();
const provider = kit.provider({
  name: "foo",
  type: "infrastructure",
  controllers: [kit.infraCluster(FooCluster, { reconcile: async () => done(), delete: async () => removed() })],
});

let env: TestEnv;
let folder: string;
beforeAll(async () => {
  env = await startTestEnv({ crds: fooCrds });
  folder = await mkdtemp(join(tmpdir(), "capstan-run-"));
}, 120_000);
afterAll(async () => {
  await env.stop();
  await rm(folder, { recursive: true });
});

interface Ran {
  readonly code: ExitCode;
  readonly out: string;
  readonly error: string;
  readonly servicesMade: boolean;
}

async function ran(...args: string[]): Promise<Ran> {
  let [out, error, servicesMade] = ["", "", false];
  const services = async (): Promise<object> => {
    servicesMade = true;
    return {};
  };
  const code = await runProvider(
    provider,
    { services },
    {
      args,
      variables: {},
      signal: new AbortController().signal,
      write: (text) => (out += text),
      writeError: (text) => (error += text),
    },
  );
  return { code, out, error, servicesMade };
}

test("--describe prints the description as JSON and opens nothing", async () => {
  const { code, out, error, servicesMade } = await ran("--describe", "--kubeconfig=/nowhere");
  expect([code, error, servicesMade]).toEqual([0, "", false]);
  expect(JSON.parse(out)).toMatchObject({ format: 1, name: "foo", type: "infrastructure", leaderElection: true });
});

test("--help prints the flags", async () => {
  const { code, out } = await ran("--help");
  expect([code, out.split("\n")[0]]).toEqual([0, "Usage: provider foo [flags]"]);
});

test("a wrong flag ends with 2", async () => {
  const { code, error } = await ran("--namespce=a");
  expect([code, error]).toEqual([
    2,
    "foo: there is no flag --namespce\n  mend: write --namespace, if you meant that\n",
  ]);
});

test("a kubeconfig that is not there ends with 1 and names it", async () => {
  const file = join(folder, "missing");
  const { code, error, servicesMade } = await ran(`--kubeconfig=${file}`, "--log-level=error");
  expect([code, servicesMade]).toEqual([1, false]);
  expect(error).toContain(`kubeconfig ${file}`);
  expect(error).toContain("mend: ");
});

test("a server that does not answer ends with 1 and names it", async () => {
  const file = join(folder, "closed");
  await writeFile(file, formatKubeconfig({ ...env.credentials, server: "https://127.0.0.1:1" }));
  const { code, error } = await ran(`--kubeconfig=${file}`, "--log-level=error");
  expect(code).toBe(1);
  expect(error).toContain("foo: cannot reach the API server at https://127.0.0.1:1: ");
}, 60_000);

test("missing CRDs end with 1 and are named", async () => {
  const file = join(folder, "kubeconfig");
  await writeFile(file, env.kubeconfig());
  const { code, error, servicesMade } = await ran(`--kubeconfig=${file}`, "--log-level=error");
  expect([code, servicesMade]).toEqual([1, false]);
  expect(error).toBe(
    `foo: the API server at ${env.credentials.server} does not serve clusters of cluster.x-k8s.io/v1beta2\n` +
      "  mend: install Cluster API's core and the CRDs of this provider first\n",
  );
});
