// The lines of dev about phases and rollouts, of changes as the server reports them.
import type { KubeObject } from "@capstan/kube";
import { keyOf } from "@capstan/kube";
import { expect, test } from "vitest";
import { condition, objectOf } from "../../test/tree-objects.ts";
import { followPhases, type PhaseLines } from "./phase-lines.ts";

/** What is printed about objects that change one after the other. */
function follow(): { readonly lines: string[]; readonly change: (object: KubeObject, type?: string) => void } {
  const lines: string[] = [];
  const last = new Map<string, KubeObject>();
  let listener: Parameters<PhaseLines["changes"]>[0] = () => undefined;
  followPhases({
    changes: (changed) => {
      listener = changed;
      return () => undefined;
    },
    note: (line) => void lines.push(line),
  });
  const change = (object: KubeObject, type: string = "MODIFIED"): void => {
    const name = `${object.kind} ${keyOf(object).name}`;
    listener({ type, object, previous: last.get(name) });
    last.set(name, object);
  };
  return { lines, change };
}

interface State {
  readonly phase?: string;
  /** How many machines are not up to date. */
  readonly outdated?: number;
  readonly spec?: object;
  readonly metadata?: object;
}

function object(kind: string, { phase, outdated = 0, spec = {}, metadata = {} }: State): KubeObject {
  const message = `Rolling out ${outdated} not up-to-date replicas\n* Version v1.36.0, v1.37.0 required\n* Config is not up-to-date`;
  const rolling = condition("RollingOut", "True", "RollingOut", message);
  const conditions = outdated === 0 ? [condition("RollingOut", "False", "NotRollingOut")] : [rolling];
  return objectOf(kind, "a", { spec, metadata, status: { ...(phase !== undefined && { phase }), conditions } });
}

const why = "Version v1.36.0, v1.37.0 required; Config is not up-to-date";

test("a control plane has a line when its rollout begins, and one when it has ended", () => {
  const { lines, change } = follow();
  for (const outdated of [0, 3, 3, 2, 1, 0, 0, 1]) change(object("KubeadmControlPlane", { outdated }));
  change(object("KubeadmControlPlane", { outdated: 1 }), "DELETED");
  expect(lines).toEqual([
    `KubeadmControlPlane default/a: rolling out 3 machines: ${why}`,
    "KubeadmControlPlane default/a: rolled out",
    `KubeadmControlPlane default/a: rolling out 1 machine: ${why}`,
  ]);
});

test("in between, a deployment has no lines about machines that come and go, nor until it is at rest", () => {
  const { lines, change } = follow();
  change(object("MachineDeployment", { phase: "Running" }));
  for (const phase of ["Running", "ScalingDown", "Running", "ScalingUp"])
    change(object("MachineDeployment", { phase, outdated: 2 }));
  change(object("MachineDeployment", { phase: "ScalingDown" }));
  change(object("MachineDeployment", { phase: "Running" }));
  change(object("MachineDeployment", { phase: "ScalingUp" }));
  expect(lines).toEqual([
    "MachineDeployment default/a: Running",
    `MachineDeployment default/a: rolling out 2 machines: ${why}`,
    "MachineDeployment default/a: rolled out",
    "MachineDeployment default/a: ScalingUp",
  ]);
});

test("a phase that a rollout leaves behind has a line after it", () => {
  const { lines, change } = follow();
  change(object("MachineDeployment", { phase: "ScalingUp", outdated: 1 }));
  change(object("MachineDeployment", { phase: "Running" }));
  expect(lines.slice(1)).toEqual(["MachineDeployment default/a: rolled out", "MachineDeployment default/a: Running"]);
});

test("with the strategy OnDelete, a rollout waits for somebody", () => {
  const { lines, change } = follow();
  const spec = { replicas: 2, rollout: { strategy: { type: "OnDelete" } } };
  change(object("MachineDeployment", { phase: "Running", outdated: 2, spec }));
  expect(lines).toEqual([`MachineDeployment default/a: waits until somebody deletes 2 machines: ${why}`]);
});

test("what is deleted is not rolled out, and its phases have lines", () => {
  const { lines, change } = follow();
  const metadata = { deletionTimestamp: "2026-01-01T11:59:00Z" };
  change(object("MachineDeployment", { phase: "Running", outdated: 1 }));
  change(object("MachineDeployment", { phase: "ScalingDown", outdated: 1, metadata }));
  change(object("MachineDeployment", { phase: "ScalingDown", outdated: 1, metadata }), "DELETED");
  expect(lines.slice(1)).toEqual(["MachineDeployment default/a: ScalingDown", "MachineDeployment default/a: deleted"]);
});
