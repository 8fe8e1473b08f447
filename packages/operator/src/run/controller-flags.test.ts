// The flags that limit controllers: what they set, and that they win over what a controller says.
import { type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import { parseFlags } from "@capstan/process";
import { freePorts } from "@capstan/testenv/host";
import { expect, test } from "vitest";
import { FakeApi } from "../../test/fake-api.ts";
import { silentLogger } from "@capstan/process";
import { createManager } from "../manager/manager.ts";
import { controllerFlags, controllerLimitsOf } from "./controller-flags.ts";

test.each([
  { args: [], want: {} },
  { args: ["--concurrency=3"], want: { concurrency: 3 } },
  { args: ["--reconcile-timeout=2m"], want: { timeout: "2m0s" } },
  { args: ["--sync-period=1h"], want: { syncPeriod: "1h0m0s" } },
  { args: ["--min-interval=5s"], want: { minInterval: "5s" } },
  { args: ["--backoff-base=1s"], want: { backoff: { first: "1s" } } },
  { args: ["--backoff-max=10m"], want: { backoff: { longest: "10m0s" } } },
  { args: ["--backoff-base=1s", "--backoff-max=1m"], want: { backoff: { first: "1s", longest: "1m0s" } } },
])("$args gives $want", ({ args, want }) => {
  expect(controllerLimitsOf(parseFlags(controllerFlags, args))).toEqual(want);
});

test.each(["--concurrency=0", "--min-interval=soon", "--backoff-base=-1s", "--backoff-max=1"])(
  "%s is a usage error",
  (flag) => {
    expect(() => parseFlags(controllerFlags, [flag])).toThrow(flag.split("=")[0]);
  },
);

const Foo: Resource<KubeObject<"example.com/v1", "Foo">> = resourceOf("example.com/v1", "Foo");

test("limits of the manager win over those of a controller", async () => {
  const [port = 0] = await freePorts(1);
  const api = new FakeApi();
  api.put(Foo, { apiVersion: "example.com/v1", kind: "Foo", metadata: { namespace: "n", name: "a" } });
  const metricsAddress = `127.0.0.1:${port}`;
  const limits = { concurrency: 3, timeout: "20ms", backoff: { longest: "1m" } } as const;
  const manager = createManager({ client: api.client, log: silentLogger, metricsAddress, limits });
  const began = Promise.withResolvers<string>();
  manager.addController({
    name: "foo",
    for: Foo,
    concurrency: 7,
    timeout: "1h",
    backoff: { first: "1h" },
    reconcile: (_, { signal }) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          began.resolve("aborted");
          resolve(undefined);
        });
      }),
  });
  const stop = new AbortController();
  const ended = manager.run(stop.signal);
  expect(await began.promise).toBe("aborted");
  const page = await (await fetch(`http://${metricsAddress}/metrics`)).text();
  expect(page).toContain('controller_runtime_max_concurrent_reconciles{controller="foo"} 3');
  stop.abort();
  await ended;
});
