// The picture of who owns whom: boxes in columns from the owner to what it owns, with many siblings of one kind in one box.
import type { ObjectRow } from "../../src/console/wire.ts";
import { countStates, type Ownership, type StateCounts } from "./ownership.ts";

/** A box of the picture. */
export interface PictureBox {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  /** The object, or the first one of a group. */
  readonly row: ObjectRow;
  /** How many objects of a group there are, and how they are. */
  readonly group: { readonly size: number; readonly counts: StateCounts } | undefined;
}

/** A line from an owner to what it owns. */
export interface PictureLink {
  readonly key: string;
  readonly from: PictureBox;
  readonly to: PictureBox;
}

/** Boxes, lines and the size of the whole. */
export interface Picture {
  readonly boxes: readonly PictureBox[];
  readonly links: readonly PictureLink[];
  readonly width: number;
  readonly height: number;
}

/** The size of a box, and the distances between boxes. */
export const boxSize = { width: 196, height: 46, right: 52, below: 12 };

/** Siblings of one kind are one box from this number on. */
const groupFrom = 7;

interface Placed {
  readonly box: PictureBox;
  /** The next free place below. */
  readonly bottom: number;
}

/** Places one root and everything that it owns, directly or through others. */
export function pictureOf(root: ObjectRow, { childrenOf }: Ownership): Picture {
  const boxes: PictureBox[] = [];
  const links: PictureLink[] = [];
  let deepest = 0;
  const place = (row: ObjectRow, depth: number, top: number): Placed => {
    deepest = Math.max(deepest, depth);
    const x = depth * (boxSize.width + boxSize.right);
    const below: PictureBox[] = [];
    let bottom = top;
    const addGroup = (list: readonly ObjectRow[], first: ObjectRow): void => {
      deepest = Math.max(deepest, depth + 1);
      const group = { size: list.length, counts: countStates(list) };
      const box = {
        key: `${row.id} ${first.kind}`,
        x: x + boxSize.width + boxSize.right,
        y: bottom,
        row: first,
        group,
      };
      boxes.push(box);
      below.push(box);
      bottom += boxSize.height + boxSize.below;
    };
    const addEach = (list: readonly ObjectRow[]): void => {
      for (const child of list) {
        const placed = place(child, depth + 1, bottom);
        below.push(placed.box);
        bottom = placed.bottom;
      }
    };
    for (const list of Map.groupBy(childrenOf(row), ({ kind }) => kind).values()) {
      const [first] = list;
      if (list.length >= groupFrom && first !== undefined) addGroup(list, first);
      else addEach(list);
    }
    const y = ((below[0]?.y ?? top) + (below.at(-1)?.y ?? top)) / 2;
    const box: PictureBox = { key: row.id, x, y, row, group: undefined };
    boxes.push(box);
    for (const to of below) links.push({ key: `${box.key} ${to.key}`, from: box, to });
    return { box, bottom: Math.max(bottom, top + boxSize.height + boxSize.below) };
  };
  const { bottom } = place(root, 0, 0);
  const width = (deepest + 1) * (boxSize.width + boxSize.right) - boxSize.right;
  return { boxes, links, width, height: bottom - boxSize.below };
}
