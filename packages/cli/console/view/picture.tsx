// The cluster as a picture: boxes from the owner to what it owns. It shows the root of the chosen object, or the first cluster.
import { signal, useComputed, useSignal, type Signal } from "@preact/signals";
import type { VNode } from "preact";
import type { ObjectRow } from "../../src/console/wire.ts";
import { isSystem, ownershipOf } from "../model/ownership.ts";
import { boxSize, pictureOf, type PictureBox, type PictureLink } from "../model/picture-layout.ts";
import { boxBeside } from "../model/picture-steps.ts";
import { shortName } from "../model/short-name.ts";
import { chosen, history, moment } from "../model/session.ts";
import { Counts } from "./counts.tsx";
import { Glyph, stateWords } from "./glyph.tsx";
import { Played } from "./played.tsx";

/** The root above an object; owners that refer to each other end the search. */
function rootOf(id: string, rows: ReadonlyMap<string, ObjectRow>): ObjectRow | undefined {
  const byUid = new Map([...rows.values()].map((row) => [row.uid, row]));
  let row = rows.get(id);
  for (let steps = 0; row !== undefined && steps < 20; steps += 1) {
    const owner = byUid.get(row.owner);
    if (owner === undefined) return row;
    row = owner;
  }
  return row;
}

/** So long a name fits into a box. */
const mostCharacters = 23;

interface BoxProps {
  readonly box: PictureBox;
  readonly active: boolean;
  /** Whether the Tab key stops at it: the picture is one stop. */
  readonly isStop: boolean;
  /** Where an arrow key leads. */
  readonly beside: (box: PictureBox, key: string) => PictureBox | undefined;
  readonly onFocus: () => void;
}

/** The id of a box in the document: one word. */
function boxId({ key }: PictureBox): string {
  return `box-${encodeURIComponent(key)}`;
}

function Box({ box, active, isStop, beside, onFocus }: BoxProps): VNode {
  const { x, y, row, group } = box;
  const choose = (): void => {
    chosen.value = row.id;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = beside(box, event.key);
    if (next !== undefined) document.getElementById(boxId(next))?.focus();
    else if (event.key === "Enter" || event.key === " ") choose();
    else return;
    event.preventDefault();
  };
  const state =
    group === undefined ? row.state : group.counts.failed > 0 ? "failed" : group.counts.busy > 0 ? "busy" : "ready";
  return (
    <g
      class={`box ${state} ${active ? "active" : ""}`}
      transform={`translate(${x} ${y})`}
      id={boxId(box)}
      role="button"
      // In SVG the name of the attribute has no capital letter.
      tabindex={isStop ? 0 : -1}
      onFocus={onFocus}
      aria-label={
        group === undefined ? `${row.kind} ${row.name}, ${stateWords[row.state]}` : `${group.size} ${row.kind}`
      }
      onClick={choose}
      onKeyDown={onKeyDown}
    >
      {group !== undefined && <rect class="stack" x="5" y="5" width={boxSize.width} height={boxSize.height} rx="8" />}
      <rect width={boxSize.width} height={boxSize.height} rx="8" />
      <Glyph state={state} x={12} y={16} />
      <foreignObject x="34" y="5" width={boxSize.width - 38} height={boxSize.height - 8}>
        <div class="box-words">
          <span class="kind">
            {row.kind} {group === undefined && <Played row={row} short />}
          </span>
          {group === undefined ? (
            <span class="name" title={row.name}>
              {shortName(row.name, mostCharacters)}
            </span>
          ) : (
            <span class="name">
              {group.size} objects <Counts counts={group.counts} />
            </span>
          )}
        </div>
      </foreignObject>
    </g>
  );
}

function Link({ link: { from, to } }: { link: PictureLink }): VNode {
  const [x, y] = [from.x + boxSize.width, from.y + boxSize.height / 2];
  const [endX, endY] = [to.x, to.y + boxSize.height / 2];
  const middle = (x + endX) / 2;
  return <path class="link" d={`M${x} ${y}C${middle} ${y} ${middle} ${endY} ${endX} ${endY}`} />;
}

/** Whether all of a picture is in sight, however small that makes its words. */
const isWhole: Signal<boolean> = signal(false);

/** A picture that is a little too wide becomes smaller; one that is much too wide scrolls. */
function fitted(width: number): Readonly<Record<string, string>> {
  const least = isWhole.value ? 0 : Math.round(width * 0.8);
  return { width: "calc(100% - 16px)", maxWidth: `${width}px`, minWidth: `${least}px` };
}

/** The picture; it scrolls in both directions. */
export function Picture(): VNode {
  const picture = useComputed(() => {
    void moment.value;
    const ownership = ownershipOf(history.rows.values());
    const chosenRoot = rootOf(chosen.value, history.rows);
    const root = chosenRoot !== undefined && !isSystem(chosenRoot) ? chosenRoot : ownership.roots[0];
    return root === undefined ? undefined : pictureOf(root, ownership);
  });
  const focusedKey = useSignal("");
  const { value } = picture;
  if (value === undefined) return <p class="empty">No objects.</p>;
  const isChosen = ({ row, group }: PictureBox): boolean => row.id === chosen.value && group === undefined;
  const stop =
    value.boxes.find(({ key }) => key === focusedKey.value) ??
    value.boxes.find(isChosen) ??
    value.boxes.find(({ x }) => x === 0);
  return (
    <div class="picture" tabIndex={-1}>
      <button
        type="button"
        class="fit"
        aria-pressed={isWhole.value}
        title="All of the picture, or words that can be read"
        onClick={() => (isWhole.value = !isWhole.value)}
      >
        Fit
      </button>
      <svg style={fitted(value.width + 32)} viewBox={`-16 -16 ${value.width + 32} ${value.height + 32}`}>
        {value.links.map((link) => (
          <Link key={link.key} link={link} />
        ))}
        {value.boxes.map((box) => (
          <Box
            key={box.key}
            box={box}
            active={isChosen(box)}
            isStop={box === stop}
            beside={(from, key) => boxBeside(value, from, key)}
            onFocus={() => (focusedKey.value = box.key)}
          />
        ))}
      </svg>
    </div>
  );
}
