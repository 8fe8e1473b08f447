// A topology that fails, or has a version that core rejects, on the screen of dev: an error that can be read whole, and nothing counts down to a version.
import type { HookTrace } from "@capstan/kube/trace";
import { diagnose, type KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { liveModel, show, shownFrame } from "../../../test/live-frames.ts";
import { condition, now, objectOf } from "../../../test/tree-objects.ts";
import { devDiagnostics } from "../dev-diagnostics.ts";

const problem =
  'spec.topology.version: Invalid value: "v1.20.0": version cannot be decreased from "1.36.0" to "1.20.0"';

function cluster(version: string, message: string): KubeObject {
  return objectOf("Cluster", "dev", {
    spec: { topology: { version } },
    status: { conditions: [condition("TopologyReconciled", "False", "ReconcileFailed", message)] },
  });
}

const held: HookTrace = {
  type: "hook",
  at: now.getTime(),
  hook: "BeforeClusterUpgrade",
  handler: "gate",
  cluster: { namespace: "default", name: "dev" },
  status: "Success",
  retryAfterSeconds: 3000,
  message: "frozen",
  ms: 12,
};

const controlPlane = objectOf("FooControlPlane", "cp", { owner: "dev", spec: { version: "v1.35.0" } });

test("an upgrade is shown until its version is rejected and nothing is upgraded, and again when it is corrected", () => {
  const model = liveModel([cluster("v1.36.0", "BeforeClusterUpgrade: frozen"), controlPlane]);
  model.trace(held, now);
  const size = { columns: 80, rows: 24 };
  const [arrow, countdown] = ["v1.35.0 → v1.36.0", /BeforeClusterUpgrade {2}default\/dev {2}again in \d+ s: frozen/];
  expect(shownFrame(model, size)).toContain(arrow);
  expect(shownFrame(model, size)).toMatch(countdown);
  show(model, cluster("v1.20.0", `${problem}\nCluster is upgrading to v1.36.0\n  * Following hooks are blocking`));
  expect(shownFrame(model, size)).toContain(arrow);
  expect(shownFrame(model, size)).toMatch(countdown);
  show(model, cluster("v1.20.0", problem));
  const rejected = shownFrame(model, size);
  expect(rejected).not.toContain("→");
  expect(rejected).toContain("BeforeClusterUpgrade  default/dev  not called now: frozen");
  show(model, cluster("v1.36.0", problem));
  expect(shownFrame(model, size)).toContain(arrow);
  expect(shownFrame(model, size)).toMatch(countdown);
  model.change({
    type: "DELETED",
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    key: { namespace: "default", name: "dev" },
    object: { ...cluster("v1.20.0", problem) },
  });
  expect(model.objects.isRejected("default/dev")).toBe(false);
});

test("it is an error with its object, and can be read whole", () => {
  const model = liveModel([cluster("v1.20.0", problem), objectOf("Cluster", "other")]);
  const found = ["default/other", "default/dev"].map((name) =>
    diagnose(devDiagnostics, "dev/version-rejected", {
      values: { object: `Cluster ${name}`, problem, help: "change it" },
    }),
  );
  model.found("topology", found, now);
  const size = { columns: 80, rows: 24 };
  expect(shownFrame(model, size)).toContain("! runs, 2 errors\n");
  model.act("problem");
  expect(model.objects.selected()?.node.name).toBe("dev");
  model.act("whole");
  const whole = shownFrame(model, size).replaceAll(/\s+/g, " ");
  expect(whole).toContain(`error dev/version-rejected: Cluster default/dev: ${problem}`);
  model.found("topology", [], now);
  expect(shownFrame(model, size)).toContain("✓ ready\n");
});

test("a failure of a handler is one error: the one with its line, and that of the topology once the handler has none", () => {
  const model = liveModel([objectOf("Cluster", "dev")]);
  const failure = `failed to apply patches: validation of patch "one" failed: calling ValidateTopology of size failed: Error`;
  const values = { object: "Cluster default/dev", problem: failure, help: "change it" };
  model.found("topology", [diagnose(devDiagnostics, "dev/topology-failed", { values })], now);
  const size = { columns: 80, rows: 30 };
  const alone = shownFrame(model, size);
  expect(alone).toContain("! runs, 1 error\n");
  expect(alone.replaceAll(/\s+/g, " ")).toContain(`error dev/topology-failed: Cluster default/dev: ${failure} help`);
  const entry = { level: "error", msg: "Call failed", hook: "ValidateTopology", handler: "size" };
  model.thrown({ code: "dev/failed", severity: "error", message: "Call failed: boom" }, entry, now);
  const shown = shownFrame(model, size);
  expect(shown).toContain("! runs, 1 error\n");
  expect(shown).toMatch(/─ errors ─.*\nerror dev\/failed: Call failed: boom\n/);
  model.trace({ ...held, hook: "ValidateTopology", handler: "size" });
  expect(shownFrame(model, size)).toContain("error dev/topology-failed");
});

test("at 80 columns, its help has further rows, and its line in the log begins with what is wrong", () => {
  const model = liveModel([cluster("v1.20.0", problem)]);
  const help = "set the version that it had before: Cluster API would have rejected the change to this one";
  const values = { object: "Cluster default/dev", problem, help };
  model.found("topology", [diagnose(devDiagnostics, "dev/version-rejected", { values })], now);
  const shown = shownFrame(model, { columns: 80, rows: 24 });
  expect(shown).toMatch(/ {2}help: set the version .*\n {2}[a-z ]*this one\n/);
  expect(shown).toContain('error version cannot be decreased from "1.36.0" to "1.20.0": spec.topo…');
});
