// What a provider watches and caches: two namespaces, selected and trimmed objects, metadata, and a kind that may be missing. Runs the real manager.
import { keyOf, type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import { ConfigMap, Secret } from "@capstan/kube/builtin";
import { metadataOf } from "@capstan/operator";
import type { TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { FooDisk } from "./foo-kinds.ts";
import { createPassBench, startBenchEnv, type PassBench } from "./pass-bench.ts";
import { initProvider, type ProviderKit } from "../src/authoring/provider-kit.ts";
import { done } from "../src/authoring/result.ts";
import { maps, reads } from "../src/authoring/watch.ts";
import { startProvider } from "../src/testing/start-provider.ts";

interface Backup extends KubeObject<"backup.example.com/v1", "Backup"> {
  spec?: object;
}
/** A kind that the server does not have. */
const Backup: Resource<Backup> = resourceOf("backup.example.com/v1", "Backup");

interface Services {
  /** What the transform and the map were called with, and what passes saw. */
  readonly seen: string[];
}
const kit: ProviderKit<Services> = initProvider();
const provider = kit.provider({
  name: "foo",
  type: "infrastructure",
  controllers: [
    kit.controller(FooDisk, {
      watches: [
        maps(ConfigMap, (config) => [{ namespace: keyOf(config).namespace, name: config.data?.["disk"] ?? "none" }], {
          labelSelector: "use=disk",
          transform: ({ apiVersion, kind, metadata, data = {} }) => ({
            apiVersion,
            kind,
            metadata,
            data: { disk: data["disk"] ?? "" },
          }),
        }),
        maps(metadataOf(Secret), () => []),
        reads(Backup, { optional: true }),
      ],
      async reconcile({ object }, ctx) {
        const { namespace } = keyOf(object);
        const configs = await ctx.client.list(ConfigMap, { namespace });
        const secrets = await ctx.client.list(metadataOf(Secret), { namespace });
        const backup = await ctx.client.get(Backup, keyOf(object));
        const fields = [
          ...configs.map(({ data }) => Object.keys(data ?? {}).join()),
          ...secrets.map((s) => `${"data" in s}`),
        ];
        ctx.services.seen.push(`${keyOf(object).name}: ${fields.join(" ")} ${backup === undefined}`);
        return done();
      },
    }),
  ],
});

let env: TestEnv;
let benches: readonly [PassBench, PassBench, PassBench];
beforeAll(async () => {
  env = await startBenchEnv();
}, 120_000);
afterAll(() => env.stop());
beforeEach(async () => {
  benches = [await createPassBench(env), await createPassBench(env), await createPassBench(env)];
});

test("a provider of two namespaces sees selected, trimmed objects in both, and no third", async () => {
  const seen: string[] = [];
  const [one, two, three] = benches;
  const namespaces = [one.namespace, two.namespace];
  await using _running = startProvider(provider, { credentials: env.credentials, services: { seen }, namespaces });
  for (const [i, bench] of benches.entries()) {
    await bench.create(Secret, { metadata: { name: "s" }, type: "Opaque", data: { token: "YQ==" } });
    await bench.create(FooDisk, { metadata: { name: `d${i}` } });
  }
  const last = (name: string): string | undefined => seen.findLast((line) => line.startsWith(`${name}:`));
  await expect.poll(() => last("d1")).toBe("d1: false true");
  await expect.poll(() => last("d0")).toBe("d0: false true");
  for (const bench of [two, three]) {
    const data = { disk: bench === two ? "d1" : "d2", much: "x" };
    await bench.create(ConfigMap, { metadata: { name: "other" }, data });
    await bench.create(ConfigMap, { metadata: { name: "mine", labels: { use: "disk" } }, data });
  }
  await expect.poll(() => last("d1")).toBe("d1: disk false true");
  expect(last("d2")).toBeUndefined();
});
