// What is found wrong after a fault, and what was measured.
import { StepFailure, type StepReport } from "@capstan/repo";
import { leadershipProblems, writesAfter } from "./checks/audit.ts";
import { endingProblems } from "./checks/endings.ts";
import { logProblems } from "./checks/log-lines.ts";
import { absentKeys, concurrentKeys, concurrentKeysOfAll } from "./checks/runs.ts";
import type { Fault } from "./fault.ts";
import type { LongestTurn } from "./manager/record.ts";
import type { Rig } from "./rig.ts";

/** What a manager may use: the 2,000 objects and the runtime take about 130 MB and 40 files. */
const mostMegabytes = 220;
const mostFiles = 120;
const longestTurnMs = 300;

/** What is known when the objects are reconciled, or are not. */
export interface Outcome {
  readonly lost: readonly string[];
  /** What the fault itself looked for. */
  readonly problems: readonly string[];
  readonly writes: number;
  /** How long the parts took: the start until every object is reconciled, the fault, and from the last write until every object is; and all of it. */
  readonly seconds: Readonly<Record<"start" | "fault" | "converged" | "all", number>>;
}

/** What was found in what the managers left. */
interface Findings extends Outcome {
  readonly concurrent: readonly string[];
  readonly late: readonly string[];
  readonly megabytes: number;
  readonly files: number;
  /** Keys of objects that the managers took for deleted. */
  readonly absent: readonly string[];
  readonly turns: LongestTurn;
}

/** Stops the managers and reports; rejects with a `StepFailure` when a demand is not met. */
export async function verdictOf(rig: Rig, fault: Fault, outcome: Outcome): Promise<StepReport> {
  const endings = await endingProblems(rig, fault.ends);
  const findings: Findings = {
    ...outcome,
    concurrent: concurrentOf(rig, fault),
    absent: fault.deletes === true ? [] : rig.managers.flatMap(({ record }) => absentKeys(record)),
    late: fault.elected === true ? leadershipProblems(writesAfter(rig.lab.auditLog, rig.auditFrom)) : [],
    megabytes: Math.max(...rig.managers.map(({ peakMegabytes }) => peakMegabytes)),
    files: Math.max(...rig.managers.map(({ mostFiles: most }) => most)),
    turns: longestOf(rig.managers.map(({ longestTurn }) => longestTurn)),
  };
  const logs = logProblems(rig.leader.log, fault.logs);
  const problems = [...problemsOf(fault, findings), ...logs, ...endings.problems];
  const note = `${noteOf(fault, findings)}, ${endings.exits}`;
  const report = { note, ms: outcome.seconds.all * 1000, details: { ...findings, exits: endings.exits, problems } };
  if (problems.length > 0) throw new StepFailure(`${fault.does}\n${problems.join("\n")}\n${tails(rig)}`, report);
  return report;
}

function longestOf(turns: readonly LongestTurn[]): LongestTurn {
  return { wall: Math.max(...turns.map(({ wall }) => wall)), cpu: Math.max(...turns.map(({ cpu }) => cpu)) };
}

function concurrentOf({ managers }: Rig, { stopsLeader }: Fault): readonly string[] {
  return stopsLeader === true
    ? managers.flatMap(({ record }) => concurrentKeys(record))
    : concurrentKeysOfAll(managers);
}

function problemsOf(fault: Fault, findings: Findings): readonly string[] {
  const { lost, concurrent, absent, late, megabytes, files, turns, problems } = findings;
  const limit = fault.megabytes ?? mostMegabytes;
  const turnLimit = fault.turnMs ?? longestTurnMs;
  return [
    ...named(lost, "objects are not reconciled at their last generation"),
    ...named(concurrent, "keys were reconciled twice at a time"),
    ...named(absent, "objects were taken for deleted"),
    ...late,
    ...(megabytes > limit ? [`${megabytes.toFixed(0)} MB of memory, of ${limit}`] : []),
    ...(files > mostFiles ? [`${files} open files, of ${mostFiles}`] : []),
    ...(turns.cpu > turnLimit
      ? [`a turn of the event loop took ${turns.cpu.toFixed(0)} ms of processor time, of ${turnLimit}`]
      : []),
    ...problems,
  ];
}

function named(names: readonly string[], what: string): readonly string[] {
  if (names.length === 0) return [];
  return [`${names.length} ${what}: ${names.slice(0, 5).join(", ")}${names.length > 5 ? ", ..." : ""}`];
}

function noteOf(fault: Fault, findings: Findings): string {
  const { seconds, lost, concurrent, late, megabytes, turns, writes } = findings;
  const [start, happened, converged] = [seconds.start, seconds.fault, seconds.converged].map((each) => each.toFixed(1));
  const times = `start ${start} s, fault ${happened} s, converged in ${converged} s`;
  const leaders = fault.elected === true ? `, ${late.length} late` : "";
  return `${times}, ${lost.length} lost, ${concurrent.length} concurrent${leaders}, ${writes} writes, ${megabytes.toFixed(0)} MB, longest turn ${turns.wall.toFixed(0)} ms (${turns.cpu.toFixed(0)} ms of processor time)`;
}

function tails({ managers }: Rig): string {
  return managers.map(({ account, log }) => `the end of the log of ${account}:\n${log.slice(-1500)}`).join("\n");
}
