// Where in an author's code a call failed: the stack in the log line of the pass, in both formats.
import { ownerReferenceTo } from "@capstan/contract";
import { createPinoLogger, type LogFormat } from "@capstan/process";
import type { TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FooCluster, FooDisk } from "../../test/foo-kinds.ts";
import { createPassBench, startBenchEnv } from "../../test/pass-bench.ts";
import { initProvider, type ProviderKit } from "../authoring/provider-kit.ts";
import { provisioned, removed } from "../authoring/result.ts";
import { owns } from "../authoring/watch.ts";
import { startProvider } from "../testing/start-provider.ts";

const kit: ProviderKit<object> = initProvider();
let env: TestEnv;
beforeAll(async () => {
  env = await startBenchEnv();
});
afterAll(() => env.stop());

interface Disks {
  modify(
    resource: typeof FooDisk,
    key: { readonly namespace: string; readonly name: string },
    change: () => void,
  ): Promise<unknown>;
}

async function growDisk(client: Disks, namespace: string): Promise<void> {
  await client.modify(FooDisk, { namespace, name: "none" }, () => undefined);
}

async function growAllDisks(client: Disks, namespace: string): Promise<void> {
  await growDisk(client, namespace);
}

test.each<LogFormat>(["json", "text"])("a line of %s says which call of the author failed", async (format) => {
  const bench = await createPassBench(env);
  const lines: string[] = [];
  const log = await createPinoLogger({ level: "error", format, write: (line) => void lines.push(line) });
  const controller = kit.infraCluster(FooCluster, {
    watches: [owns(FooDisk)],
    async reconcile({ object }, { client }) {
      await growAllDisks(client, object.metadata.namespace ?? "");
      return provisioned();
    },
    delete: async () => removed(),
  });
  const provider = kit.provider({ name: "foo", type: "infrastructure", controllers: [controller] });
  const cluster = await bench.cluster("c");
  await bench.create(FooCluster, { metadata: { name: "a", ownerReferences: [ownerReferenceTo(cluster)] } });
  const { credentials } = env;
  const running = startProvider(provider, { credentials, services: {}, namespaces: [bench.namespace], log });
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  await running.stop();
  const [line = ""] = lines;
  expect(line).toMatch(
    /growDisk \(.*logged-stacks\.test\.ts(\?vitest=\d+)?:.*growAllDisks \(.*logged-stacks\.test\.ts(\?vitest=\d+)?:/s,
  );
  expect(line.split("not found")).toHaveLength(2);
});
