// The frames of a recording: what is kept of all that a screen showed, and for how long each is seen.
import type { ScreenRow } from "./screen-rows.ts";

/** A screen, and when it was seen first. */
export interface SeenScreen {
  readonly atMs: number;
  readonly rows: readonly ScreenRow[];
}

/** A screen of the recording. */
export interface Frame {
  readonly rows: readonly ScreenRow[];
  readonly forMs: number;
}

/** What a recording may have. */
export interface FrameLimits {
  readonly leastMs: number;
  readonly idleMs: number;
  readonly endMs: number;
  readonly count: number;
}

/** How much longer frames are made while there are too many. */
const step = 1.25;

/** The frames for screens in the order of time. While a screen changes faster than frames may, the newest one is kept. */
export function framesOf(seen: readonly SeenScreen[], limits: FrameLimits): readonly Frame[] {
  const kept: SeenScreen[] = [];
  for (const screen of seen) {
    const last = kept.at(-1);
    if (last !== undefined && screen.atMs - last.atMs < limits.leastMs)
      kept[kept.length - 1] = { ...screen, atMs: last.atMs };
    else kept.push(screen);
  }
  if (kept.length > limits.count) return framesOf(seen, { ...limits, leastMs: limits.leastMs * step });
  return kept.map(({ rows, atMs }, index) => {
    const next = kept[index + 1];
    return { rows, forMs: next === undefined ? limits.endMs : Math.min(next.atMs - atMs, limits.idleMs) };
  });
}
