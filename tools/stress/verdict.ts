// What is found wrong after a fault, and what was measured.
import { StepFailure, type StepReport } from "@capstan/repo";
import { leadershipProblems, writesAfter } from "./checks/audit.ts";
import { endingProblems } from "./checks/endings.ts";
import { concurrentKeys } from "./checks/runs.ts";
import type { Fault } from "./fault.ts";
import type { Rig } from "./rig.ts";

/** What a manager may use: the 2,000 objects and the runtime take about 130 MB and 40 files. */
const mostMegabytes = 220;
const mostFiles = 120;

/** What is known when the objects are reconciled, or are not. */
export interface Outcome {
  readonly lost: readonly string[];
  /** What the fault itself looked for. */
  readonly problems: readonly string[];
  readonly writes: number;
  /** How long the parts took: the start until every object is reconciled, the fault, and from the last write until every object is. */
  readonly seconds: { readonly start: number; readonly fault: number; readonly converged: number };
}

/** What was found in what the managers left. */
interface Findings extends Outcome {
  readonly concurrent: readonly string[];
  readonly late: readonly string[];
  readonly megabytes: number;
  readonly files: number;
}

/** Stops the managers and reports; rejects with a `StepFailure` when a demand is not met. */
export async function verdictOf(rig: Rig, fault: Fault, outcome: Outcome): Promise<StepReport> {
  const endings = await endingProblems(rig, fault.ends);
  const findings: Findings = {
    ...outcome,
    concurrent: rig.managers.flatMap(({ record }) => concurrentKeys(record)),
    late: fault.elected === true ? leadershipProblems(writesAfter(rig.lab.auditLog, rig.auditFrom)) : [],
    megabytes: Math.max(...rig.managers.map(({ peakMegabytes }) => peakMegabytes)),
    files: Math.max(...rig.managers.map(({ mostFiles: most }) => most)),
  };
  const problems = [...problemsOf(fault, findings), ...endings.problems];
  const note = `${noteOf(fault, findings)}, ${endings.exits}`;
  const report = { note, details: { ...findings, exits: endings.exits, problems } };
  if (problems.length > 0) throw new StepFailure(`${fault.does}\n${problems.join("\n")}\n${tails(rig)}`, report);
  return report;
}

function problemsOf(fault: Fault, { lost, concurrent, late, megabytes, files, problems }: Findings): readonly string[] {
  const limit = fault.megabytes ?? mostMegabytes;
  return [
    ...named(lost, "objects are not reconciled at their last generation"),
    ...named(concurrent, "keys were reconciled twice at a time"),
    ...late,
    ...(megabytes > limit ? [`${megabytes.toFixed(0)} MB of memory, of ${limit}`] : []),
    ...(files > mostFiles ? [`${files} open files, of ${mostFiles}`] : []),
    ...problems,
  ];
}

function named(names: readonly string[], what: string): readonly string[] {
  if (names.length === 0) return [];
  return [`${names.length} ${what}: ${names.slice(0, 5).join(", ")}${names.length > 5 ? ", ..." : ""}`];
}

function noteOf(fault: Fault, { seconds, lost, concurrent, late, megabytes, writes }: Findings): string {
  const [start, happened, converged] = [seconds.start, seconds.fault, seconds.converged].map((each) => each.toFixed(1));
  const times = `start ${start} s, fault ${happened} s, converged in ${converged} s`;
  const leaders = fault.elected === true ? `, ${late.length} late` : "";
  return `${times}, ${lost.length} lost, ${concurrent.length} concurrent${leaders}, ${writes} writes, ${megabytes.toFixed(0)} MB`;
}

function tails({ managers }: Rig): string {
  return managers.map(({ account, log }) => `the end of the log of ${account}:\n${log.slice(-1500)}`).join("\n");
}
