// How many objects have each state, as signs with numbers; states that nobody has are left out.
import type { VNode } from "preact";
import type { RowState } from "../../src/console/wire.ts";
import type { StateCounts } from "../model/ownership.ts";
import { Glyph, stateWords } from "./glyph.tsx";

const order: readonly RowState[] = ["failed", "busy", "deleting", "ready"];

/** Signs with numbers, and with words where there is room for them. */
export function Counts({ counts, words = false }: { counts: StateCounts; words?: boolean }): VNode {
  return (
    <span class="counts">
      {order
        .filter((state) => counts[state] > 0)
        .map((state) => (
          <span key={state} title={`${counts[state]} ${stateWords[state]}`}>
            <Glyph state={state} />
            {counts[state]}
            {words && <span class="quiet">{stateWords[state]}</span>}
          </span>
        ))}
    </span>
  );
}
