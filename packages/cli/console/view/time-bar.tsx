// The time since the start, with how much happened when. One scrubs with the pointer, or with the arrow keys from change to change.
import { signal, useComputed, useSignal, type Signal } from "@preact/signals";
import type { VNode } from "preact";
import { timeInWords } from "../../src/console/time-words.ts";
import { connection, facts, history, isLive, log, moment, serverNow, trace, travel } from "../model/session.ts";
import {
  bucketWords,
  clockTime,
  failureTimes,
  lengthOfTime,
  timeBuckets,
  type TimeBucket,
  type TimeRange,
} from "../model/time-buckets.ts";
import { useClock } from "./running.tsx";

const columns = 160;
const barHeight = 34;

/** The end of the bar while the pointer is over it: it would move away from who aims. */
const heldEnd: Signal<number | undefined> = signal(undefined);

function range(): TimeRange {
  const from = history.startTime;
  return { from, to: heldEnd.value ?? Math.max(serverNow(), from + 10_000) };
}

const legend = [
  { look: "added", word: "added" },
  { look: "changed", word: "changed" },
  { look: "deleted", word: "deleted" },
  { look: "failure", word: "failed" },
];

/** The time at both ends, and what the colors are. */
function Axis({ from, to }: TimeRange): VNode {
  return (
    <div class="axis" aria-hidden="true">
      <time>{clockTime(from)}</time>
      <span class="legend">
        {legend.map(({ look, word }) => (
          <span key={look}>
            <i class={look} />
            {word}
          </span>
        ))}
      </span>
      <time>{clockTime(to)}</time>
    </div>
  );
}

/** What happened at the place of the pointer. */
function Tip({ share, buckets, range: { from, to } }: TipProps): VNode {
  const bucket = buckets[Math.min(columns - 1, Math.floor(share * columns))];
  return (
    <span class={`tip ${share > 0.5 ? "left" : ""}`} style={{ left: `${100 * share}%` }}>
      {clockTime(from + share * (to - from))}
      {bucket !== undefined && ` · ${bucketWords(bucket)}`}
    </span>
  );
}

interface TipProps {
  /** The place, from 0 to 1. */
  readonly share: number;
  readonly buckets: readonly TimeBucket[];
  readonly range: TimeRange;
}

function Column({ bucket, at, most }: { bucket: TimeBucket; at: number; most: number }): VNode | null {
  const total = bucket.added + bucket.changed + bucket.deleted;
  if (total + bucket.failed === 0) return null;
  const height = total === 0 ? 0 : 5 + (barHeight - 9) * Math.sqrt(total / most);
  const added = (bucket.added / Math.max(1, total)) * height;
  const deleted = (bucket.deleted / Math.max(1, total)) * height;
  const x = (at / columns) * 1000;
  const width = 1000 / columns - 1.4;
  return (
    <g>
      <rect class="changed" x={x} y={barHeight - height} width={width} height={height} />
      <rect class="added" x={x} y={barHeight - added} width={width} height={added} />
      <rect class="deleted" x={x} y={barHeight - height} width={width} height={deleted} />
      {bucket.failed > 0 && <rect class="failure" x={x} y="0" width={width} height="4" />}
    </g>
  );
}

/** Moves in time by a key: to the next change, by ten, to the start, to now. */
const keyMoves: Readonly<Record<string, (by: number) => void>> = {
  ArrowLeft: (by) => travel((rows) => rows.step(-by)),
  ArrowRight: (by) => travel((rows) => rows.step(by)),
  PageDown: () => travel((rows) => rows.step(-25)),
  PageUp: () => travel((rows) => rows.step(25)),
  Home: () => travel((rows) => rows.goToTime(rows.startTime)),
  End: () => travel((rows) => rows.goLive()),
};

function onKeyDown(event: KeyboardEvent): void {
  const move = keyMoves[event.key];
  if (move === undefined) return;
  event.preventDefault();
  move(event.shiftKey ? 10 : 1);
}

interface ColumnsProps {
  readonly buckets: readonly TimeBucket[];
  /** The place of the moment that is shown, of a thousand. */
  readonly handle: number;
}

function Columns({ buckets, handle }: ColumnsProps): VNode {
  const most = Math.max(8, ...buckets.map(({ added, changed, deleted }) => added + changed + deleted));
  return (
    <svg viewBox={`0 0 1000 ${barHeight}`} preserveAspectRatio="none" aria-hidden="true">
      {buckets.map((bucket, at) => (
        <Column key={at} bucket={bucket} at={at} most={most} />
      ))}
      {!isLive.value && <rect class="future" x={handle} y="0" width={1000 - handle} height={barHeight} />}
      <rect class="handle" x={handle - 1.5} y="0" width="3" height={barHeight} />
    </svg>
  );
}

/** Where a pointer is in a part of the page, from 0 to 1. */
function shareOf({ clientX, currentTarget }: PointerEvent): number {
  if (!(currentTarget instanceof Element)) return 0;
  const { left, width } = currentTarget.getBoundingClientRect();
  return Math.min(1, Math.max(0, (clientX - left) / width));
}

function Track(): VNode {
  const clock = useClock();
  const pointed = useSignal<number | undefined>(undefined);
  const failures = useComputed(() => failureTimes(trace.value, log.value));
  void [moment.value, clock];
  const shownRange = range();
  const { from, to } = shownRange;
  const buckets = timeBuckets({ changes: history.changes, failures: failures.value }, shownRange, columns);
  const { time } = history.shown;
  const handle = isLive.value ? 1000 : Math.min(1000, Math.max(0, (1000 * (time - from)) / (to - from)));
  const scrub = (event: PointerEvent): void => {
    heldEnd.value ??= to;
    pointed.value = shareOf(event);
    if (event.type === "pointermove" && event.buttons !== 1) return;
    if (pointed.value > 0.995) travel((rows) => rows.goLive());
    else travel((rows) => rows.goToTime(from + (pointed.value ?? 1) * (to - from)));
  };
  const leave = (): void => {
    heldEnd.value = undefined;
    pointed.value = undefined;
  };
  return (
    <div class="time-place">
      <div
        class="track"
        id="time"
        role="slider"
        tabIndex={0}
        aria-label="Moment that is shown"
        aria-valuemin={0}
        aria-valuemax={history.lastSeq}
        aria-valuenow={history.shown.seq}
        aria-valuetext={isLive.value ? "now" : clockTime(time, true)}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          scrub(event);
        }}
        onPointerMove={scrub}
        onPointerLeave={leave}
        onPointerCancel={leave}
      >
        <Columns buckets={buckets} handle={handle} />
      </div>
      {pointed.value !== undefined && <Tip share={pointed.value} buckets={buckets} range={shownRange} />}
      <Axis from={from} to={to} />
    </div>
  );
}

/** How far the clock of the simulation is ahead. */
function Ahead(): VNode | null {
  const ahead = facts.value?.aheadSeconds ?? 0;
  if (ahead === 0) return null;
  return (
    <span class="tag ahead" title="The clock of what is simulated, and of the project's controllers, is ahead">
      +{timeInWords(ahead)}
    </span>
  );
}

/** The bar at the bottom of the page. */
export function TimeBar(): VNode {
  void moment.value;
  const hasEnded = connection.value === "ended";
  const { time, seq } = history.shown;
  const ago = serverNow() - time;
  return (
    <footer class={`time-bar ${isLive.value ? "" : "past"}`}>
      <div class="time-words" aria-live="off">
        <span class="time-now">
          <strong>{isLive.value ? (hasEnded ? "the end" : "now") : clockTime(time, true)}</strong> <Ahead />
        </span>
        <span>{isLive.value ? `${seq} changes` : `${lengthOfTime(ago)} ago · change ${seq}`}</span>
      </div>
      <button
        type="button"
        class="icon"
        aria-label="Previous change"
        title="Previous change  ["
        onClick={() => travel((rows) => rows.step(-1))}
      >
        ‹
      </button>
      <Track />
      <button
        type="button"
        class="icon"
        aria-label="Next change"
        title="Next change  ]"
        disabled={isLive.value}
        onClick={() => travel((rows) => rows.step(1))}
      >
        ›
      </button>
      <button
        type="button"
        class={`live ${isLive.value && !hasEnded ? "on" : ""}`}
        aria-pressed={isLive.value}
        onClick={() => travel((rows) => rows.goLive())}
      >
        {hasEnded ? "End" : "Live"}
      </button>
    </footer>
  );
}
