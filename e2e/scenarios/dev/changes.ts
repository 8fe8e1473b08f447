// What an author changes and does while it runs: code, types, the process, the Cluster, and a second dev by mistake.
import { runCommand } from "@capstan/repo";
import { eventually, mustEqual } from "../../src/eventually.ts";
import type { RunStep } from "../../src/scenario.ts";
import { type DevRun, fieldOf, kubectl } from "./dev-run.ts";
import { grown } from "./first-minutes.ts";
import { lookWide } from "./mistakes.ts";

const types = "src/api/v1beta1/packed-provider-machine.ts";
const kind = "packedprovidermachines.infrastructure.cluster.x-k8s.io";

/** Edits, keys and commands; the Cluster stays. */
export async function changes(run: DevRun, step: RunStep): Promise<void> {
  await edits(run, step);
  await keys(run, step);
  await commands(run, step);
}

async function edits(run: DevRun, step: RunStep): Promise<void> {
  const { project, screen, frames } = run;
  await step("an edit of the reconcile changes what it reports", async () => {
    project.replace(
      "src/controllers/packed-provider-machine.ts",
      "failureDomain: server.zone",
      'failureDomain: "moved"',
    );
    await eventually({
      what: "the new failure domain",
      read: () => fieldOf(run, "packedprovidermachines", ".status.failureDomain"),
      until: (domains) => domains.length === 3 && domains.every((domain) => domain === "moved"),
    });
    project.restore();
    await frames.match(grown, screen);
  });
  await step("a new field is in the CRD that is served", async () => {
    project.replace(
      types,
      "  size?: ",
      "  size?: Size;\n  /** rack is where the machine stands. */\n  rack?: string;\n}\n\ntype Size = ",
    );
    project.replace(types, '"Large";\n}', '"Large";');
    const path = "{.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.rack.type}";
    await eventually({
      what: "the field",
      read: () => kubectl(run, "get", "crd", kind, "-o", `jsonpath=${path}`),
      until: (type) => type === "string",
    });
    await screen.until(/✓ ready/);
    project.restore();
    await frames.match(grown, screen);
  });
}

async function keys(run: DevRun, step: RunStep): Promise<void> {
  const { screen, frames } = run;
  await step("a killed manager comes back", async () => {
    const ready = (field: string): Promise<string[]> =>
      fieldOf(run, "packedprovidermachines", `.status.conditions[?(@.type=="ServerReady")].${field}`);
    const before = await ready("lastTransitionTime");
    screen.press("k");
    await screen.until(/killed the process of the project/);
    // The frame before the key is the one after it, too: the cloud in memory has new servers first.
    await eventually({
      what: "three servers of the new process",
      read: async () => ({ times: await ready("lastTransitionTime"), states: await ready("status") }),
      until: ({ times, states }) =>
        states.filter((state) => state === "True").length === 3 && times.every((time) => !before.includes(time)),
    });
    await frames.match(grown, screen);
  });
  await step("the Cluster is paused, and resumed", async () => {
    const paused = (): Promise<string> => kubectl(run, "get", "cluster", "dev", "-o", "jsonpath={.spec.paused}");
    screen.press("p");
    await eventually({ what: "the pause", read: paused, until: (value) => value === "true" });
    await frames.match("paused-80", screen);
    screen.press("p");
    await eventually({ what: "its end", read: paused, until: (value) => value !== "true" });
  });
}

async function commands(run: DevRun, step: RunStep): Promise<void> {
  const { project } = run;
  await step("a second dev in the folder is one clear line", async () => {
    const { code, output } = await runCommand(["npm", "run", "--silent", "dev"], { cwd: project.root });
    const lines = output
      .trim()
      .split("\n")
      .filter((line) => line.startsWith("error "));
    if (code === 0 || lines.length !== 1 || !/another capstan dev|already/.test(lines[0] ?? ""))
      throw new Error(`it ended with ${code}:\n${output}`);
  });
  await step("capstan describe shows the same Cluster", async () => {
    const command = ["npx", "capstan", "describe", "--kubeconfig", project.kubeconfig, "--format", "json"];
    const { code, output } = await runCommand(command, { cwd: project.root });
    if (code !== 0) throw new Error(`it ended with ${code}:\n${output}`);
    const names = await fieldOf(run, "machines", ".metadata.name");
    const missing = names.filter((name) => !output.includes(`"${name}"`));
    mustEqual("machines that describe does not show", missing, []);
  });
}

/** The end of the Cluster, and of dev. */
export async function deleteAndQuit(run: DevRun, step: RunStep): Promise<void> {
  const { screen, frames } = run;
  await step("the Cluster is deleted, with all that belongs to it", async () => {
    screen.press("\u001B[Hd");
    await screen.until(/delete Cluster default\/dev\?/);
    screen.press("y");
    await eventually({
      what: "the end of all machines",
      read: async () => [
        ...(await fieldOf(run, "clusters", ".metadata.name")),
        ...(await fieldOf(run, "machines", ".metadata.name")),
        ...(await fieldOf(run, "packedprovidermachines", ".metadata.name")),
      ],
      until: (names) => names.length === 0,
    });
    await frames.match("deleted-80", screen);
    await lookWide(run, "deleted-120");
  });
  await step("q ends it, and the terminal is as before", async () => {
    screen.press("q");
    mustEqual("exit code", await screen.ended(), 0);
    if (screen.isAlternate) throw new Error("the terminal still shows the screen of dev");
    await frames.match("after-80", screen);
  });
}
