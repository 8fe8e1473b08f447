// What a picture of the life of hooks is made of.
import type { HookName } from "@capstan/api/catalog";

/** Something that happens in the management cluster. */
export interface EventRow {
  readonly event: string;
}

/** A call of a hook. */
export interface HookRow {
  readonly hook: HookName;
  /** The controller that calls it. */
  readonly by: string;
  /** What its answer does. */
  readonly answer: string;
  /** When it is called again. */
  readonly again: string;
}

/** Rows that are repeated, or that are there in some cases. */
export interface Frame {
  readonly frame: string;
  readonly rows: readonly LifeRow[];
}

/** A row of a picture, from top to bottom. */
export type LifeRow = EventRow | HookRow | Frame;

/** A picture. */
export interface LifeCycle {
  /** The name of its file, without its ending. */
  readonly name: string;
  readonly title: string;
  readonly rows: readonly LifeRow[];
}

/** The hooks of a picture, in the order in which they are called. */
export function hooksIn(rows: readonly LifeRow[]): readonly HookName[] {
  return rows.flatMap((row) => ("hook" in row ? [row.hook] : "frame" in row ? hooksIn(row.rows) : []));
}
