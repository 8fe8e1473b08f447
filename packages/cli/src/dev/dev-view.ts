// What a run of dev tells the screen that shows it, and whether there is one. Without it, everything is printed in lines.
import type { Diagnostic } from "@capstan/kube";
import type { Terminal } from "../output/print-outcome.ts";
import type { FaultName } from "../console/wire.ts";
import type { CallBook } from "./call-book.ts";
import type { DevEnvironment } from "./dev-environment.ts";
import type { ProcessLogEntry } from "./readable-log.ts";
import type { ReceivedTrace } from "./trace-receiver.ts";

/** States of the project's process. */
export type ProcessState = "starting" | "ready" | "failed";

/** What a person can do with a run. */
export interface DevActions {
  /** Creates the objects of the sample. */
  applySample(): Promise<void>;
  /** Kills the project's process as a crash does, after which it is started again; resolves with what happened. */
  kill(): Promise<string>;
  /** Starts the process again. */
  requestRestart(): void;
}

/** Where problems come from. Each source reports all that it finds, and nothing when it finds nothing any more. */
export type ProblemSource =
  | "generate"
  | "control-plane"
  | "project"
  | "exit"
  | "loop"
  | "sample"
  | "topology"
  | "types"
  | "stored"
  | "config";

/** What a view needs of the control plane. */
export interface ShownEnvironment extends Pick<DevEnvironment, "client" | "kubeconfigFile"> {
  readonly server: Pick<DevEnvironment["server"], "changes" | "clock">;
}

/** What a view needs of the project. */
export interface ShownProject {
  readonly name: string;
  readonly type: string;
  /** How many programs it has. Default: 1. */
  readonly programs?: number;
}

/** Shows one run. */
export interface DevView {
  /** The control plane runs. */
  started(environment: ShownEnvironment, project: ShownProject): void;
  /** The calls of hooks, with what was sent. */
  calls(book: Pick<CallBook, "get">): void;
  /** The address of the console in the browser. */
  console(url: string): void;
  /** The process has another state; of several programs these do not run. */
  process(state: ProcessState, down?: readonly string[]): void;
  /** The process has printed something. */
  log(output: string): void;
  /** The process has sent records of its trace. */
  trace(received: ReceivedTrace): void;
  /** All that is wrong now; nothing once it is right. */
  problems(source: ProblemSource, diagnostics: readonly Diagnostic[]): void;
  /** Files were saved. */
  changed(): void;
  /** Whether the sample is applied once the project is ready. */
  sampleWaits(waits: boolean): void;
  /** What is simulated around the project, in a few words. */
  simulates(what: string): void;
  /** The faults of the API server that are switched on now. */
  faults(names: readonly FaultName[]): void;
  /** The clock of what is simulated and of the process is so far ahead of the computer's. */
  clock(aheadSeconds: number): void;
  /** So many records of the trace are missing, because the process sent more than dev could take. */
  leftOut(records: number): void;
  /** A line about an error: one that was shown came again, or a call of a hook failed. */
  again(line: string): void;
  /** An error in the log of the process, with the line of the project that threw it; one that comes again has a line of its own. */
  thrown(diagnostic: Diagnostic, entry: ProcessLogEntry, isRepeated: boolean): void;
}

/** What decides whether there is a screen. */
export interface ScreenChoice extends Pick<Terminal, "interactive" | "env"> {
  /** Whether lines are wanted. */
  readonly plain: boolean;
}

/** A screen needs a terminal that can draw, with a person before it. */
export function wantsScreen({ interactive, env, plain }: ScreenChoice): boolean {
  const { TERM: terminal = "", CI: ci = "" } = env;
  return interactive && !plain && terminal !== "" && terminal !== "dumb" && ci === "";
}
