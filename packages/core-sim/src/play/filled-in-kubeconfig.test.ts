// A control plane that somebody else makes, and that makes no kubeconfig: it gets one where the caller wants that.
import { kubeconfigOf, playedByLabel } from "@capstan/contract";
import { Secret } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { foo, useFoo } from "../../test/foo-setup.ts";

const setup = useFoo();
let aheadMs = 0;

async function initialize(fillsIn: boolean): Promise<void> {
  aheadMs = 0;
  const nodes = { kubeconfigOf: async () => setup.env.kubeconfig(), remove: async () => undefined, fillsIn };
  setup.simulate({ play: { nodes }, now: () => Date.now() + aheadMs });
  await setup.clusterWithControlPlane();
  await setup.steps(2);
  await setup.clusterReady();
  await setup.controlPlaneReady();
  await setup.steps(4);
}

const made = (): Promise<Secret | undefined> => setup.client.find(Secret, setup.key("c-kubeconfig"));

test("three seconds after its initialization, and it owns the Secret", async () => {
  await initialize(true);
  expect(await made()).toBeUndefined();
  aheadMs = 10_000;
  await setup.steps(1);
  const secret = await made();
  if (secret === undefined) throw new Error("there is no Secret");
  expect(kubeconfigOf(secret)).toBe(setup.env.kubeconfig());
  expect(secret.metadata.labels?.[playedByLabel]).toBe("nodes");
  expect(secret.metadata.ownerReferences).toMatchObject([{ kind: foo.controlPlane.kind, name: "p" }]);
});

test("by default it gets none", async () => {
  await initialize(false);
  aheadMs = 10_000;
  await setup.steps(2);
  expect(await made()).toBeUndefined();
});
