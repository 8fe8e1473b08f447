// Runs one fault from the start of its managers to the verdict.
import { StepFailure, type StepReport } from "@capstan/repo";
import type { Fault } from "./fault.ts";
import { leadershipProblems, writesAfter } from "./checks/audit.ts";
import { endingProblems } from "./checks/endings.ts";
import { concurrentKeys } from "./checks/runs.ts";
import type { Lab } from "./lab/lab.ts";
import { delay } from "./lab/until.ts";
import { Rig } from "./rig.ts";

/** Writes before the fault and after it. */
const calmMs = 1000;
const afterMs = 3000;
/** A fault without writes after it would show nothing. */
const leastWrites = 20;

/** What a manager may use: the 2,000 objects and the runtime take about 130 MB and 40 files. */
const mostMegabytes = 220;
const mostFiles = 120;

/** What was measured. */
export interface Measured {
  readonly convergedSeconds: number;
  readonly lost: number;
  readonly concurrent: number;
  readonly late: number;
  readonly megabytes: number;
  readonly files: number;
  readonly exits: string;
  readonly writes: number;
}

/** Runs a fault; rejects with a `StepFailure` when a demand is not met. */
export async function runFault(lab: Lab, fault: Fault): Promise<StepReport> {
  await using rig = await Rig.start(lab, fault);
  const writer = rig.startWriter();
  await delay(calmMs);
  await fault.happen(rig);
  const before = writer.accepted;
  await delay(afterMs);
  await writer.stop();
  const over = performance.now();
  const lost = await rig.converge();
  const convergedSeconds = (performance.now() - over) / 1000;
  const problems = [
    ...(await (fault.check?.(rig) ?? [])),
    ...(writer.accepted - before < leastWrites ? [`only ${writer.accepted - before} writes after the fault`] : []),
  ];
  return await verdictOf(rig, fault, { lost, problems, convergedSeconds, writes: writer.accepted });
}

interface Findings {
  readonly lost: readonly string[];
  readonly problems: readonly string[];
  readonly convergedSeconds: number;
  readonly writes: number;
}

async function verdictOf(
  rig: Rig,
  fault: Fault,
  { lost, problems, convergedSeconds, writes }: Findings,
): Promise<StepReport> {
  const endings = await endingProblems(rig, fault.ends);
  const concurrent = rig.managers.flatMap(({ record }) => concurrentKeys(record));
  const late = fault.elected === true ? leadershipProblems(writesAfter(rig.lab.auditLog, rig.auditFrom)) : [];
  const megabytes = Math.max(...rig.managers.map(({ peakMegabytes }) => peakMegabytes));
  const files = Math.max(...rig.managers.map((manager) => manager.mostFiles));
  const limit = fault.megabytes ?? mostMegabytes;
  const all = [
    ...(lost.length > 0 ? [`${lost.length} objects are not reconciled at their last generation: ${some(lost)}`] : []),
    ...(concurrent.length > 0
      ? [`${concurrent.length} keys were reconciled twice at a time: ${some(concurrent)}`]
      : []),
    ...late,
    ...(megabytes > limit ? [`${megabytes.toFixed(0)} MB of memory, of ${limit}`] : []),
    ...(files > mostFiles ? [`${files} open files, of ${mostFiles}`] : []),
    ...endings.problems,
    ...problems,
  ];
  const measured: Measured = {
    convergedSeconds,
    lost: lost.length,
    concurrent: concurrent.length,
    late: late.length,
    megabytes,
    files,
    exits: endings.exits,
    writes,
  };
  const report = { note: noteOf(fault, measured), details: { ...measured, problems: all } };
  if (all.length > 0) throw new StepFailure(`${fault.does}\n${all.join("\n")}\n${tails(rig)}`, report);
  return report;
}

function some(names: readonly string[]): string {
  return `${names.slice(0, 5).join(", ")}${names.length > 5 ? ", ..." : ""}`;
}

function noteOf(
  fault: Fault,
  { convergedSeconds, lost, concurrent, late, megabytes, exits, writes }: Measured,
): string {
  const leaders = fault.elected === true ? `, ${late} late` : "";
  const counts = `${lost} lost, ${concurrent} concurrent${leaders}`;
  return `converged in ${convergedSeconds.toFixed(1)} s, ${counts}, ${megabytes.toFixed(0)} MB, ${exits}, ${writes} writes`;
}

function tails({ managers }: Rig): string {
  return managers.map(({ account, log }) => `the end of the log of ${account}:\n${log.slice(-1500)}`).join("\n");
}
