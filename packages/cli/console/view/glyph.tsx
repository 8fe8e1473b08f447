// How an object is, by color and by shape: a disc, a ring with an arc, a triangle, a crossed square, a small ring.
import type { VNode } from "preact";
import type { RowState } from "../../src/console/wire.ts";

/** What people call states; screen readers read it. */
export const stateWords: Readonly<Record<RowState, string>> = {
  ready: "ready",
  busy: "in progress",
  failed: "failed",
  deleting: "being deleted",
  plain: "no state",
};

const shapes: Readonly<Record<RowState, () => VNode>> = {
  ready: () => <circle cx="7" cy="7" r="4.5" class="fill" />,
  busy: () => (
    <>
      <circle cx="7" cy="7" r="4.5" class="track" />
      <path d="M7 2.5a4.5 4.5 0 0 1 4.5 4.5" class="stroke" />
    </>
  ),
  failed: () => <path d="M7 1.8 12.6 11.6H1.4z" class="fill" />,
  deleting: () => (
    <>
      <rect x="2.5" y="2.5" width="9" height="9" rx="1.5" class="stroke" />
      <path d="m5 5 4 4m0-4-4 4" class="stroke" />
    </>
  ),
  plain: () => <circle cx="7" cy="7" r="2.5" class="track" />,
};

/** The sign of a state. */
export function Glyph({ state, x, y }: { state: RowState; x?: number; y?: number }): VNode {
  return (
    <svg
      class={`glyph ${state}`}
      width="14"
      height="14"
      viewBox="0 0 14 14"
      x={x}
      y={y}
      role="img"
      aria-label={stateWords[state]}
    >
      {shapes[state]()}
    </svg>
  );
}
