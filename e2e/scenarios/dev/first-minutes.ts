// From the start to a Cluster that runs and grows, on terminals of two sizes.
import { eventually, mustEqual } from "../../src/eventually.ts";
import type { RunStep } from "../../src/scenario.ts";
import { type DevRun, fieldOf, narrow, wide } from "./dev-run.ts";

/** The frame of the Cluster with two workers, which comes back after everything that goes wrong. */
export const grown = "grown-80";

/** Ready, sample, Running, help, conditions, scale. */
export async function firstMinutes(run: DevRun, step: RunStep): Promise<void> {
  const { screen, frames } = run;
  await step("npm run dev is ready", async () => {
    await screen.until(/✓ ready/);
    await frames.match("ready-80", screen);
  });
  await step("the sample runs", async () => {
    screen.press("a");
    await screen.until(/Cluster dev +Provisioned[^]*MachineDeployment dev-workers +Running 1\/1/);
    await frames.match("running-80", screen);
  });
  await step("kubectl sees two Machines with their providerID", async () => {
    mustEqual("phases", await fieldOf(run, "machines", ".status.phase"), ["Running", "Running"]);
    const ids = await fieldOf(run, "machines", ".spec.providerID");
    mustEqual(
      "providers",
      ids.map((id) => id.split("//")[0]),
      ["packed-provider:", "packed-provider:"],
    );
  });
  await step("a wider terminal", async () => {
    screen.resize(wide.columns, wide.rows);
    await frames.match("running-120", screen);
  });
  await step("the keys, on both sizes", async () => {
    screen.press("?");
    await frames.match("help-120", screen);
    screen.resize(narrow.columns, narrow.rows);
    await frames.match("help-80", screen);
    screen.press("?");
  });
  await step("the conditions of an object", async () => {
    screen.press("\u001B[B\r");
    await frames.match("conditions-80", screen);
    screen.press("\r\u001B[A");
  });
  await step("one worker more", async () => {
    screen.press("s+\r");
    await screen.until(/MachineDeployment dev-workers +Running 2\/2/);
    screen.press("\u001B[B\u001B[A");
    await frames.match(grown, screen);
    const running = await eventually({
      what: "three Machines that run",
      read: () => fieldOf(run, "machines", ".status.phase"),
      until: (phases) => phases.filter((phase) => phase === "Running").length === 3,
    });
    mustEqual("phases", running, ["Running", "Running", "Running"]);
  });
}
