// A kind of `gets` is read by name and at once: no list and no watch of it is needed.
import { coreCrds } from "@capstan/api/crds";
import { Secret } from "@capstan/kube/builtin";
import { startTestEnv } from "@capstan/testenv";
import { expect, test } from "vitest";
import { fooCrds, FooCluster, FooDisk } from "../../test/foo-kinds.ts";
import { createPassBench } from "../../test/pass-bench.ts";
import { createRightsObjects, readyOf, rightsProvider, touch } from "../../test/rights-provider.ts";
import { startProvider } from "../testing/start-provider.ts";

test("Secrets are neither listed nor watched, and each read sees the Secret as it is", async () => {
  await using env = await startTestEnv({ backend: "embedded", crds: [...coreCrds(), ...fooCrds] });
  const bench = await createPassBench(env);
  await createRightsObjects(bench);
  for (const verb of ["list", "watch"] as const)
    env.faults.inject({ verb, plural: "secrets" }, { reason: "Forbidden" });
  const tokens: string[] = [];
  const { credentials } = env;
  await using _running = startProvider(rightsProvider, { credentials, services: { tokens } });
  await expect.poll(() => readyOf(bench)).toBe("ready");
  expect(tokens.at(-1)).toBe("b25l");
  await bench.patch(Secret, "credentials", { data: { token: "dHdv" } });
  await touch(bench, "1");
  await expect.poll(() => tokens.at(-1)).toBe("dHdv");
});

test("a manager neither creates, deletes nor replaces objects of its own kind, from the first pass to the last", async () => {
  await using env = await startTestEnv({ backend: "embedded", crds: [...coreCrds(), ...fooCrds] });
  const bench = await createPassBench(env);
  await createRightsObjects(bench);
  for (const verb of ["create", "update", "deletecollection"] as const)
    env.faults.inject({ verb, plural: FooCluster.plural }, { reason: "Forbidden" });
  for (const verb of ["update", "patch", "delete", "deletecollection"] as const)
    env.faults.inject({ verb, plural: FooDisk.plural }, { reason: "Forbidden" });
  const { credentials } = env;
  await using _running = startProvider(rightsProvider, { credentials, services: { tokens: [] } });
  await expect.poll(() => readyOf(bench)).toBe("ready");
  await bench.remove(FooCluster, "a");
  await expect
    .poll(async () => (await bench.client.find(FooCluster, { namespace: bench.namespace, name: "a" })) === undefined)
    .toBe(true);
});
