// What helps a MachineSet that creates no machines, where more than one check fails or none is named.
import { expect, test } from "vitest";
import { condition, objectOf } from "../../test/tree-objects.ts";
import { adviceForBlocked, blockedMachines } from "./blocked-machines.ts";

function advice(...lines: readonly string[]): string | undefined {
  const message = ["Scaling up from 0 to 1 replicas is blocked because:", ...lines.map((line) => `* ${line}`)].join(
    "\n",
  );
  const conditions = [condition("ScalingUp", "True", "ScalingUp", message)];
  const blocked = blockedMachines(objectOf("MachineSet", "s", { status: { conditions } }));
  return blocked && adviceForBlocked(blocked);
}

test.each([
  ["set the version of its MachineDeployment to one that fits that of the control plane", "KubernetesVersionSkew"],
  ["wait until its MachineDeployment has the version of the control plane", "KubeadmVersionSkew"],
])("a version that follows the control plane is waited for, another one is set: %s", (help, check) => {
  const checks = [check, "ControlPlaneVersionSkew"];
  expect(advice(...checks.map((each) => `x ("${each}" preflight check failed)`))).toBe(
    `${help}, or skip the checks: annotation machineset.cluster.x-k8s.io/skip-preflight-checks: ${checks.join(",")}`,
  );
});

test("what does not exist is created", () => {
  expect(advice("FooMachineTemplate does not exist")).toBe("create what does not exist, or correct the reference");
});

test("a set that may create machines is not blocked", () => {
  const conditions = [condition("ScalingUp", "True", "ScalingUp", "Scaling up from 0 to 1 replicas")];
  expect(blockedMachines(objectOf("MachineSet", "s", { status: { conditions } }))).toBeUndefined();
});
