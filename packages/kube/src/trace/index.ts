// What a controller or a hook did and why, for those who listen.
export { isTraced, onTrace, publishTrace, traceChannelName } from "./trace-channel.ts";
export type {
  CallingTrace,
  EventTrace,
  HookTrace,
  IgnoredBecause,
  LeaderTrace,
  QueueTrace,
  RunCause,
  RunOutcome,
  RunningTrace,
  RunTrace,
  TracedChange,
  TracedError,
  TracedObject,
  TracedWay,
  TraceEvent,
  WatchTrace,
  WriteTrace,
} from "./trace-event.ts";
