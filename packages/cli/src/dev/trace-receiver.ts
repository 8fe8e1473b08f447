// The trace that a project's process sends (send-trace.ts). Any code of the project can send messages, so each record is checked: what is passed on has the fields of its type. Strings are as they came, of at most
// 20,000 characters: who shows them makes them printable.
import type { EventEmitter } from "node:events";
import { isJsonObject } from "@capstan/kube";
import type {
  IgnoredBecause,
  RunCause,
  RunOutcome,
  TracedChange,
  TracedWay,
  TraceEvent,
  WatchTrace,
  WriteTrace,
} from "@capstan/kube/trace";
import { traceMessage } from "../project/send-trace.ts";

/** Records that have come. */
export interface ReceivedTrace {
  readonly records: readonly TraceEvent[];
  /** How many records are missing before these: the process had too many, or this command was too slow. */
  readonly dropped: number;
  /** How many of those that came are no records, or ones of a version that this one does not know. */
  readonly unknown: number;
}

/** Calls a function with what a process sends of its trace. */
export function receiveTrace(child: EventEmitter, listener: (received: ReceivedTrace) => void): void {
  child.on("message", (message) => {
    const received = receivedTrace(message);
    if (received !== undefined) listener(received);
  });
}

/** The batch in a message; undefined when it is another one. */
export function receivedTrace(message: unknown): ReceivedTrace | undefined {
  if (!isJsonObject(message) || message["message"] !== traceMessage) return undefined;
  const { records: given, dropped } = message;
  const all: readonly unknown[] = Array.isArray(given) ? given : [];
  const records = all.filter(isTraceEvent);
  return { records, dropped: isCount(dropped) ? dropped : 0, unknown: all.length - records.length };
}

type Check = (value: unknown) => boolean;
/** A check of each field of a type. */
type Checks<T> = { readonly [F in keyof Required<T>]: Check };
type RecordOf<T extends TraceEvent["type"]> = Extract<TraceEvent, { readonly type: T }>;

const mostCharacters = 20_000;
const mostElements = 1000;

const text: Check = (value) => typeof value === "string" && value.length <= mostCharacters;
const number: Check = (value) => typeof value === "number" && Number.isFinite(value);
const flag: Check = (value) => typeof value === "boolean";
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length <= mostElements && value.every(check);
const has =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isJsonObject(value) && Object.entries(checks).every(([field, check]) => check(value[field]));

/** The compiler wants each value of the type. */
const oneOf =
  <V extends string>(values: Readonly<Record<V, true>>): Check =>
  (value) =>
    typeof value === "string" && Object.hasOwn(values, value);

const changes: Readonly<Record<TracedChange, true>> = {
  added: true,
  listed: true,
  updated: true,
  deleted: true,
  external: true,
};
const ways: Readonly<Record<TracedWay, true>> = { self: true, owner: true, map: true, source: true };
const key = { namespace: text, name: text };
const object = { ...key, apiVersion: text, kind: text, resourceVersion: optional(text) };
const error = { message: text, code: optional(text), frames: listOf(text) };
const cause: Checks<RunCause> = {
  at: number,
  cause: oneOf<RunCause["cause"]>({ ...changes, requeueAfter: true, retry: true, resync: true }),
  via: optional(oneOf(ways)),
  object: optional(has(object)),
  source: optional(text),
  afterMs: optional(number),
};
const cached = { apiVersion: text, kind: text, objects: number };

const checks: { readonly [T in TraceEvent["type"]]: Checks<RecordOf<T>> } = {
  event: {
    type: text,
    at: number,
    controller: text,
    change: oneOf(changes),
    via: oneOf(ways),
    object: optional(has(object)),
    source: optional(text),
    keys: listOf(has(key)),
    count: isCount,
    ignored: optional(
      oneOf<IgnoredBecause>({
        predicate: true,
        "own write": true,
        "no keys": true,
        "not listed": true,
        "later event": true,
        "same keys": true,
        "map failed": true,
      }),
    ),
  },
  running: {
    type: text,
    at: number,
    controller: text,
    kind: text,
    key: has(key),
    reconcileId: text,
    ms: number,
  },
  run: {
    type: text,
    at: number,
    controller: text,
    kind: text,
    key: has(key),
    reconcileId: text,
    why: listOf(has(cause)),
    omitted: isCount,
    waitedMs: number,
    ms: number,
    outcome: oneOf<RunOutcome>({
      done: true,
      requeueAfter: true,
      wait: true,
      conflict: true,
      error: true,
      terminal: true,
      abandoned: true,
      stopped: true,
    }),
    nextMs: optional(number),
    error: optional(has(error)),
    failures: isCount,
  },
  write: {
    type: text,
    at: number,
    controller: text,
    key: has(key),
    reconcileId: text,
    verb: oneOf<WriteTrace["verb"]>({ create: true, update: true, patch: true, apply: true, delete: true }),
    object: has(object),
    subresource: optional(text),
    dryRun: optional(flag),
    server: optional(text),
    ms: number,
    answer: oneOf<WriteTrace["answer"]>({ stored: true, missing: true, failed: true }),
    status: optional(number),
    code: optional(text),
  },
  queue: {
    type: text,
    at: number,
    controller: text,
    ready: isCount,
    delayed: isCount,
    running: isCount,
    abandoned: isCount,
    cached: listOf(has(cached)),
  },
  leader: {
    type: text,
    at: number,
    lease: text,
    state: oneOf<RecordOf<"leader">["state"]>({ waits: true, leads: true, lost: true, released: true }),
    reason: optional(text),
  },
  watch: {
    type: text,
    at: number,
    apiVersion: text,
    kind: text,
    namespace: optional(text),
    state: oneOf<WatchTrace["state"]>({ listed: true, connected: true, failed: true }),
    objects: isCount,
    resourceVersion: optional(text),
    error: optional(has(error)),
    nextMs: optional(number),
  },
  hook: {
    type: text,
    at: number,
    hook: text,
    handler: text,
    cluster: optional(has(key)),
    status: oneOf<RecordOf<"hook">["status"]>({ Success: true, Failure: true }),
    patches: optional(has({ made: isCount, templates: isCount })),
    timedOut: optional(flag),
    call: optional(text),
    retryAfterSeconds: optional(number),
    message: optional(text),
    ms: number,
  },
  calling: {
    type: text,
    at: number,
    hook: text,
    handler: text,
    cluster: optional(has(key)),
    ms: number,
  },
};

const checkOf: ReadonlyMap<unknown, Check> = new Map(
  Object.entries(checks).map(([type, fields]) => [type, has(fields)]),
);

function isTraceEvent(value: unknown): value is TraceEvent {
  return isJsonObject(value) && checkOf.get(value["type"])?.(value) === true;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
