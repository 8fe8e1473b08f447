// Runs one fault from the start of its managers to the verdict.
import type { StepReport } from "@capstan/repo";
import type { Fault } from "./fault.ts";
import type { Lab } from "./lab/lab.ts";
import { delay } from "./lab/until.ts";
import { Rig } from "./rig.ts";
import { verdictOf } from "./verdict.ts";

/** Writes before the fault and after it. */
const calmMs = 1000;
const afterMs = 3000;
/** A fault without writes after it would show nothing. */
const leastWrites = 20;

/** Runs a fault; rejects when a demand is not met. */
export async function runFault(lab: Lab, fault: Fault): Promise<StepReport> {
  const from = performance.now();
  const start = await timed(() => Rig.start(lab, fault));
  await using rig = start.result;
  const writer = rig.startWriter(fault.keeps ?? 0);
  await delay(calmMs);
  const { seconds: faultSeconds } = await timed(() => fault.happen(rig));
  const before = writer.accepted;
  await delay(afterMs);
  await writer.stop();
  const { seconds: converged, result: lost } = await timed(() => rig.converge());
  const after = writer.accepted - before;
  const problems = [
    ...(await (fault.check?.(rig) ?? [])),
    ...(after < leastWrites ? [`only ${after} writes after the fault`] : []),
  ];
  const seconds = { start: start.seconds, fault: faultSeconds, converged, all: (performance.now() - from) / 1000 };
  return await verdictOf(rig, fault, { lost, problems, seconds, writes: writer.accepted });
}

async function timed<T>(run: () => Promise<T>): Promise<{ readonly seconds: number; readonly result: T }> {
  const from = performance.now();
  const result = await run();
  return { seconds: (performance.now() - from) / 1000, result };
}
