// Two more runs: an extension, whose hooks are called, and the provider on kube-apiserver.
import { dirname } from "node:path";
import { controlPlaneBinaries } from "@capstan/tool-control-plane/paths";
import { PtyScreen } from "@capstan/tool-terminal";
import { eventually, mustEqual } from "../../src/eventually.ts";
import type { RunStep } from "../../src/scenario.ts";
import { lookAtCalls, lookAtTime } from "./console.ts";
import { type DevRun, fieldOf, kubectl, narrow, wide } from "./dev-run.ts";

/** The hooks of a Cluster that comes up, then one that holds an upgrade. */
export async function extensionRun(run: DevRun, step: RunStep): Promise<void> {
  const { screen, frames } = run;
  await step("dev of the extension: the sample runs, its hook is called", async () => {
    await screen.until(/✓ ready/);
    screen.press("a");
    await screen.until(/✓ AfterControlPlaneInitialized/);
    await screen.until(/MachineDeployment .*Running/);
    await frames.match("extension-80", screen);
    screen.resize(wide.columns, wide.rows);
    await frames.match("extension-120", screen);
  });
  await step("a hook that delays holds an upgrade, with its message on the screen", async () => {
    const cluster = await kubectl(run, "get", "clusters", "-o", "name");
    await kubectl(run, "label", cluster, "packed-extension.example.com/freeze=");
    const upgrade = { spec: { topology: { version: "v1.37.0" } } };
    await kubectl(run, "patch", cluster, "--type", "merge", "-p", JSON.stringify(upgrade));
    await screen.until(/BeforeClusterUpgrade .*again in \d+ s: the cluster is/);
    mustEqual("version of the control plane", await controlPlaneVersion(run), "v1.36.0");
  });
  await lookAtCalls(run, step);
  await step("Ctrl-C ends it", async () => {
    screen.press("\u0003");
    mustEqual("exit code", await screen.ended(), 0);
    await frames.match("after-120", screen);
  });
}

function controlPlaneVersion(run: DevRun): Promise<string> {
  return kubectl(run, "get", "kubeadmcontrolplanes", "-o", "jsonpath={.items[0].spec.version}");
}

/** With envtest's programs: kube-apiserver and etcd, and core is simulated. */
export async function realRun({ project }: Pick<DevRun, "project">, step: RunStep): Promise<void> {
  const { programs } = controlPlaneBinaries();
  const env = { NO_COLOR: "1", KUBEBUILDER_ASSETS: dirname(programs["kube-apiserver"]) };
  const command = ["npm", "run", "--silent", "dev", "--", "--real", "--apply"];
  const screen = new PtyScreen({ command, cwd: project.root, ...narrow, env });
  try {
    await step("dev --real --apply: the sample runs on kube-apiserver", async () => {
      await screen.until(/MachineDeployment dev-workers +Running 1\/1/);
      const version = JSON.parse(await kubectl({ project }, "version", "-o", "json")) as {
        readonly serverVersion: { readonly gitVersion: string };
      };
      mustEqual("server", /^v1\.\d+\.\d+/.test(version.serverVersion.gitVersion), true);
      await kubectl({ project }, "get", "--raw", "/metrics");
    });
    await step("dev --real: an edit of the reconcile changes what it reports", async () => {
      project.replace(
        "src/controllers/packed-provider-machine.ts",
        "failureDomain: server.zone",
        'failureDomain: "moved"',
      );
      await eventually({
        what: "the new failure domain",
        read: () => fieldOf({ project }, "packedprovidermachines", ".status.failureDomain"),
        until: (domains) => domains.length === 2 && domains.every((domain) => domain === "moved"),
      });
      project.restore();
      await screen.until(/✓ ready/);
    });
    await lookAtTime({ screen }, step);
    await step("q ends it, with its server", async () => {
      screen.press("q");
      mustEqual("exit code", await screen.ended(), 0);
    });
  } finally {
    screen.close();
  }
}
