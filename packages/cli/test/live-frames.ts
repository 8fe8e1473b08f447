// The screen of dev without a terminal: objects go in, frames come out.
import { keyOf, type KubeObject } from "@capstan/kube";
import type { HookTrace } from "@capstan/kube/trace";
import { vi } from "vitest";
import { FrameModel, type FrameSize } from "../src/dev/live/frame-model.ts";
import { condition, now, objectOf, reference } from "./tree-objects.ts";

/** Tells the screen that an object exists. */
export function show(model: FrameModel, { apiVersion, kind, ...rest }: KubeObject): void {
  const object = { ...rest, apiVersion, kind };
  model.change({ type: "ADDED", apiVersion, kind, key: keyOf(object), object });
}

/** A run of a project, which is ready, with these objects. */
export function liveModel(objects: readonly KubeObject[], cwd: string = "/"): FrameModel {
  const facts = { console: "http://127.0.0.1:1234/#token=abc", kubeconfig: ".capstan/dev/kubeconfig" };
  const model = new FrameModel({ project: "foo", type: "infrastructure", ...facts }, cwd);
  frames = 0;
  for (const group of ["cluster.x-k8s.io", "infrastructure.cluster.x-k8s.io"])
    show(model, {
      ...objectOf("CustomResourceDefinition", group, { spec: { group } }),
      apiVersion: "apiextensions.k8s.io/v1",
    });
  for (const object of objects) show(model, object);
  model.process("ready");
  return model;
}

/** A Cluster of which one Machine waits. */
export const waitingCluster: readonly KubeObject[] = [
  objectOf("Cluster", "dev", {
    spec: { infrastructureRef: reference("FooCluster", "dev-net") },
    status: { phase: "Provisioned", conditions: [condition("Available", "True")] },
  }),
  objectOf("FooCluster", "dev-net", { status: { conditions: [condition("Ready", "True")] } }),
  objectOf("MachineDeployment", "workers", {
    owner: "dev",
    spec: { replicas: 2 },
    status: { phase: "ScalingUp", replicas: 2, readyReplicas: 1 },
  }),
  objectOf("Machine", "workers-a", {
    owner: "workers",
    status: { phase: "Running", conditions: [condition("Ready", "True")] },
  }),
  objectOf("Machine", "workers-b", {
    owner: "workers",
    metadata: { namespace: "default", name: "workers-b", labels: { "capstan.dev/played-by": "core-sim" } },
    status: {
      phase: "Pending",
      conditions: [condition("InfrastructureReady", "False", "NotReady", "no host is free")],
    },
  }),
];

/** Of the newest model: other tests take no time of it. */
let frames = 0;

/** The moment of the next frame. */
export function nextFrame(): Date {
  return new Date(now.getTime() + (frames + 1) * 1000);
}

/** A frame without colors, with a line feed before it. Each is a second later than the one before: trees are not made again for every frame. */
export function shownFrame(
  model: FrameModel,
  size: Pick<FrameSize, "columns" | "rows">,
  serverAheadMs?: number,
): string {
  frames += 1;
  // Trees rest for as long as they took to make, which a test must not depend on.
  const noTimePasses = vi.spyOn(performance, "now").mockReturnValue(0);
  const lines = model.frame({ ...size, colors: false }, new Date(now.getTime() + frames * 1000), serverAheadMs);
  noTimePasses.mockRestore();
  return `\n${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}

/** A run with a Cluster of which one Machine waits, and two lines in its log. */
export function waitingModel(): FrameModel {
  const model = liveModel(waitingCluster);
  const line = { level: "info", ts: "2026-01-01T11:59:58Z", msg: "host is reserved", controllerKind: "FooMachine" };
  model.log.add(`${JSON.stringify({ ...line, FooMachine: { namespace: "default", name: "a" }, host: "h1" })}\n`, now);
  model.note("Machine default/workers-a: Running", now);
  return model;
}

/** A call of a hook that holds an upgrade of its Cluster. */
export const heldCall: HookTrace = {
  type: "hook",
  at: now.getTime(),
  hook: "BeforeClusterUpgrade",
  handler: "gate",
  cluster: { namespace: "default", name: "dev" },
  status: "Success",
  retryAfterSeconds: 30,
  message: "waits for the backup",
  ms: 12.4,
};
