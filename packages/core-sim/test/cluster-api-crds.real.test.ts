// The real API server accepts the CRD of every kind, all versions and CEL rules included.
import { coreCrds, kubeadmCrds } from "@capstan/api/crds";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test } from "vitest";

let env: TestEnv;
beforeAll(async () => {
  env = await startTestEnv({ backend: "envtest" });
});
afterAll(() => env.stop());

const crds = [...coreCrds(), ...kubeadmCrds()].map((crd) => ({ name: crd.metadata.name, crd }));

test.each(crds)("$name", async ({ crd }) => {
  await expect(env.applyCrds([crd])).resolves.toBeUndefined();
});
