// What the console's server and its page send each other. Types alone: the page is another program, with the types of a browser.
import type { ConditionHistory } from "../dev/timeline/condition-spans.ts";
import type { ChangedField } from "../dev/timeline/changed-fields.ts";
import type { ShownAnswer, VariableField } from "../call/shown-call.ts";
import type { LineLevel, LongRun, OpenCall } from "../session/words.ts";
import type { ObjectState } from "../tree/object-state.ts";
import type { ObjectVersions } from "../tree/upgrade.ts";
import type { TraceEvent } from "@capstan/kube/trace";

/** How an object is, as a color and a shape. `plain` objects have no state, such as ConfigMaps. */
export type RowState = ObjectState;

/** What trees, pictures and lists show of an object. */
export interface ObjectRow {
  readonly id: string;
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** The uid of its controller, or of its first owner. */
  readonly owner: string;
  readonly state: RowState;
  /** A word such as a phase, and a sentence for what is not ready; both may be empty. */
  readonly phase: string;
  readonly message: string;
  readonly created: number;
  readonly paused: boolean;
  /** Whether what is simulated has made it. */
  readonly played: boolean;
  /** Undefined for kinds without replicas. */
  readonly replicas: number | undefined;
  readonly versions: ObjectVersions;
}

/** A change of an object, as its row: null when it was deleted. */
export interface RowChange {
  readonly seq: number;
  readonly time: number;
  readonly id: string;
  readonly row: ObjectRow | null;
}

/** The names of the actions that a session can offer. */
export type ActionName = "apply" | "delete" | "scale" | "pause" | "fault" | "kill" | "clock";

/** The names of the faults. */
export type FaultName = "down" | "slow" | "conflicts" | "watches";

/** What is known about the session as a whole. */
export interface SessionFacts {
  /** The name of the project, and what is played for it: "core", "bootstrap", ... */
  readonly project: string;
  readonly plays: readonly string[];
  /** The API server. */
  readonly server: string;
  readonly process: "starting" | "ready" | "failed" | "ended";
  /** What is wrong now, each problem with its place and the lines of code that it is about. */
  readonly errors: readonly string[];
  /** What is to be known although the project does what it should. */
  readonly warnings: readonly string[];
  /** The reconciles that have run for long, and run. */
  readonly running: readonly LongRun[];
  /** The calls of hooks that are not answered yet, the newest last. */
  readonly calling: readonly OpenCall[];
  readonly actions: readonly ActionName[];
  readonly faults: readonly FaultName[];
  /** How far the clock of what is simulated, and of the project's controllers, is ahead of the computer's. */
  readonly aheadSeconds: number;
  /** When that has changed, the newest last. */
  readonly clockMoves: readonly ClockMove[];
  /** How many records of the trace are missing, because the project sent more than dev could take. */
  readonly leftOut: number;
}

/** A move of the clock of the project's controllers. */
export interface ClockMove {
  /** By the computer's clock. */
  readonly time: number;
  readonly aheadSeconds: number;
}

/** A line that the project or dev printed. */
export interface LogLine {
  readonly time: number;
  readonly level: LineLevel;
  readonly text: string;
  /** Whether it belongs to the line before. */
  readonly goesOn?: boolean;
  /** The object or the handler whose failure it tells: `Machine default/a`. */
  readonly about?: string;
}

/** One piece of news. */
export type NewsItem =
  | { readonly type: "object"; readonly change: RowChange }
  | { readonly type: "trace"; readonly record: TraceEvent }
  | { readonly type: "log"; readonly line: LogLine }
  | { readonly type: "facts"; readonly facts: SessionFacts };

/** All that a page needs to start. */
export interface WholeState {
  /** The position in the news from which to go on. */
  readonly news: string;
  /** The server's clock. */
  readonly time: number;
  readonly facts: SessionFacts;
  readonly oldest: { readonly seq: number; readonly time: number; readonly rows: readonly ObjectRow[] };
  readonly changes: readonly RowChange[];
  readonly trace: readonly TraceEvent[];
  readonly log: readonly LogLine[];
}

/** A change of one object with its fields. */
export interface DetailedChange {
  readonly seq: number;
  readonly time: number;
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly resourceVersion: string;
  readonly fields: readonly ChangedField[];
}

/** An object that a reconcile has written, with the version that came back. */
export interface WrittenVersion {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly resourceVersion: string;
}

/** What a write changed, and when; of a new object, what was set. */
export type WrittenChange = Pick<DetailedChange, "time" | "fields">;

/** A Kubernetes Event about an object. */
export interface ShownEvent {
  readonly time: number;
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  readonly count: number;
}

/** One object at a moment. */
export interface ObjectDetail {
  readonly id: string;
  /** The number of the change that made this moment. */
  readonly seq: number;
  /** Undefined when it did not exist at that moment. */
  readonly yaml: string | undefined;
  /** The part of it that people edit: without status, and without what the server writes into metadata. */
  readonly editable: string | undefined;
  /** A new object like it. */
  readonly copy: string | undefined;
  /** What a part of a Cluster waits for before it gets its version, in words; empty for all others. */
  readonly waiting: string;
  readonly conditions: readonly ConditionHistory[];
  readonly changes: readonly DetailedChange[];
  readonly events: readonly ShownEvent[];
}

/** A problem of a document, at its line and column, from 1; a line of 0 is the document as a whole. */
export interface YamlProblem {
  readonly severity: "error" | "warning";
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly help: string;
}

/** YAML to check or to write. `base` is the moment from which objects were edited: only what differs from it is written. */
export interface YamlRequest {
  readonly yaml: string;
  readonly base?: number;
}

/** The answer to a check or an application of YAML. */
export interface YamlAnswer {
  readonly problems: readonly YamlProblem[];
  /** What was written: "created Cluster default/a". */
  readonly written: readonly string[];
}

/** What is wrong with an edited request of a hook, and the form of its variables. */
export interface CheckedCall {
  readonly problems: readonly YamlProblem[];
  readonly fields: readonly VariableField[];
}

/** The answer to a call that was made again; without one it was not made. */
export interface AgainAnswer {
  readonly problems: readonly YamlProblem[];
  readonly answer?: ShownAnswer;
}

/** A request with another value of a variable; the problem says why what was typed is no value. */
export interface SetVariable {
  readonly yaml: string;
  readonly problem: string;
}

/** An action on request of the page. */
export type ConsoleAction =
  | { readonly action: "delete"; readonly id: string }
  | { readonly action: "scale"; readonly id: string; readonly replicas: number }
  | { readonly action: "pause"; readonly id: string; readonly paused: boolean }
  | { readonly action: "fault"; readonly fault: FaultName; readonly on: boolean }
  | { readonly action: "kill" }
  | { readonly action: "clock"; readonly seconds: number };

/** The answer to an action: what happened, or why it failed. */
export interface ActionAnswer {
  readonly ok: boolean;
  readonly message: string;
}
