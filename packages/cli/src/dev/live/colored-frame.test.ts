// A frame of the screen with its colors, each by the name of its meaning.
import { expect, test } from "vitest";
import { heldCall, nextFrame, waitingModel } from "../../../test/live-frames.ts";
import { inks } from "../../tree/palette.ts";

const escape = "\u001B";

/** The codes of the terminal as names; `>` ends a style. */
function named(line: string): string {
  const names = new Map([
    ["1", "strong"],
    ["2", "quiet"],
    ...Object.entries(inks).map(([meaning, ink]) => [`38;5;${ink}`, meaning] as const),
  ]);
  const [first = "", ...parts] = line.split(`${escape}[`);
  return [
    first,
    ...parts.map((part) => {
      const end = part.indexOf("m");
      const name = names.get(part.slice(0, end));
      return `${name === undefined ? ">" : `<${name} `}${part.slice(end + 1)}`;
    }),
  ]
    .join("")
    .trimEnd();
}

test("each part of a frame has the color of its meaning", () => {
  const model = waitingModel();
  model.trace(heldCall, nextFrame());
  const failed = { ...heldCall, status: "Failure", retryAfterSeconds: 0, message: "no backup" } as const;
  model.trace({ ...failed, hook: "BeforeClusterDelete" }, nextFrame());
  const frame = model.frame({ columns: 80, rows: 24, colors: true }, nextFrame());
  expect(`\n${frame.map(named).join("\n")}\n`).toMatchInlineSnapshot(`
    "
    <strong foo><quiet   infrastructure><good   ✓ ready>
    console http://127.0.0.1:1234/#token=abc<quiet   KUBECONFIG=.capstan/dev/kubeconfig>
      <quiet OBJECT                                    STATE          SINCE>
    > <good ✓> <strong Cluster dev>                             Provisioned    <quiet 2m>
      <quiet ├─ ><good ✓> FooCluster dev-net                                  <quiet 2m>
      <quiet └─ ><waiting ◌> MachineDeployment workers            <waiting ScalingUp 1/2>
      <quiet    ├─ ><good ✓> Machine workers-a                 Running        <quiet 2m>
      <quiet    └─ ><waiting ◌> Machine workers-b<quiet  (simulated)>     <waiting Pending>
      <quiet         ><waiting ◌><waiting  InfrastructureReady>  NotReady: no host is free  <quiet 2m>
    <quiet ─ hooks ><quiet ────────────────────────────────────────────────────────────────────────>
    <quiet 12:00:00 ><unknown … >BeforeClusterUpgrade  default/dev<unknown   again in 30 s: waits for the back…>
    <quiet 12:00:00 ><bad ✗ >BeforeClusterDelete  default/dev<bad   failed: no backup><quiet   handler gate><quiet   1…>
    <quiet ─ log, info and above ><quiet ──────────────────────────────────────────────────────────>
    <quiet 11:59:58 >info  host is reserved  FooMachine default/a<quiet   host=>h1
    <quiet 12:00:00 >info  Machine default/workers-a: Running
    <quiet 12:00:01 >info  hook BeforeClusterUpgrade (gate) for Cluster default/dev: waits,…
    <quiet 12:00:01 ><bad error ><bad hook BeforeClusterDelete (gate) for Cluster default/dev: failed:…>






    <strong a><quiet  apply>  <strong s><quiet  scale>  <strong d><quiet  delete>  <strong p><quiet  pause>  <strong k><quiet  kill>  <strong r><quiet  restart>  <strong ?><quiet  help>  <strong q><quiet  quit>
    "
  `);
});
