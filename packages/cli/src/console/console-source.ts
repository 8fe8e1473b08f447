// What the console shows and does: an interface, so that it works for the embedded server, for a real cluster and in tests.
import type { UnstructuredObject } from "@capstan/kube";
import type { ConsoleCalls } from "./calls/call-routes.ts";
import type { Timeline } from "../dev/timeline/timeline.ts";
import type { TraceEvent } from "@capstan/kube/trace";
import type { FaultName, LogLine, SessionFacts } from "./wire.ts";

/** News beside the changes of objects, which come from the time line. */
export type SourceNews =
  | { readonly type: "trace"; readonly record: TraceEvent }
  | { readonly type: "log"; readonly line: LogLine }
  | { readonly type: "facts"; readonly facts: SessionFacts };

/** What the console shows, and what it can do. */
export interface ConsoleSource {
  /** The objects of now and before. */
  readonly timeline: Timeline;
  /** The facts of now. */
  facts(): SessionFacts;
  /** Calls the listener with all news from now on, until the returned function is called. */
  follow(listener: (news: SourceNews) => void): () => void;
  /** What the page can request. An action that is missing is not offered; `facts().actions` names those that exist. */
  readonly actions: ConsoleActions;
  /** The calls of hooks. Without it, the page has no more of them than the trace. */
  readonly calls?: ConsoleCalls | undefined;
}

/** What an action returns is a sentence for the page, such as "deleted Machine default/a". An action that rejects is shown with its message. */
export interface ConsoleActions {
  /** Creates an object; of one that exists, `base` is the state that was edited, and only what differs from it is written. */
  readonly apply?: (object: UnstructuredObject, base: UnstructuredObject | undefined) => Promise<string>;
  readonly delete?: (object: UnstructuredObject) => Promise<string>;
  readonly scale?: (object: UnstructuredObject, replicas: number) => Promise<string>;
  readonly pause?: (object: UnstructuredObject, paused: boolean) => Promise<string>;
  readonly fault?: (fault: FaultName, on: boolean) => Promise<string>;
  /** Kills the project's process. */
  readonly kill?: () => Promise<string>;
  /** Moves the clock of the simulated parts forward. */
  readonly clock?: (seconds: number) => Promise<string>;
}
