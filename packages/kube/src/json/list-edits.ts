// How one list becomes another: which items stay, which are new and which are removed. Items of a list move when one before them is added or removed;
// compared by index, each of them would differ.
import { deepEqual, isJsonObject } from "./json-value.ts";
import { jsonLength } from "./json-length.ts";

type List = readonly unknown[];

/** An item of the first list, one of the second, or one of each that take the same place. Indexes are those in the lists. */
export interface ListEdit {
  readonly from?: number;
  readonly to?: number;
}

/** Between the items at the beginning and at the end that are the same, so many are compared with each other, and so long may they be; otherwise by index. */
const most = { items: 64, characters: 64 * 1024 };

/** The edits in order: removed items, items of both lists and new ones. Items of both lists that are equal are left out at the beginning and at the end. */
export function listEdits(from: List, to: List): { readonly start: number; readonly edits: readonly ListEdit[] } {
  const least = Math.min(from.length, to.length);
  let start = 0;
  while (start < least && deepEqual(from[start], to[start])) start += 1;
  // Most lists do not change.
  if (start === from.length && start === to.length) return { start, edits: [] };
  let end = 0;
  while (end < least - start && deepEqual(from[from.length - 1 - end], to[to.length - 1 - end])) end += 1;
  const [before, after] = [from.slice(start, from.length - end), to.slice(start, to.length - end)];
  if (!canAlign(before, after))
    return { start, edits: byIndex(before.length, after.length, { from: start, to: start }) };
  return { start, edits: aligned(before, after).map((edit) => shifted(edit, start)) };
}

/** Whether there is something to match, and little enough of it. */
function canAlign(before: List, after: List): boolean {
  const [least, greatest] = [Math.min(before.length, after.length), Math.max(before.length, after.length)];
  return least > 0 && greatest > 1 && isSmall(before) && isSmall(after);
}

function isSmall(list: List): boolean {
  return list.length <= most.items && jsonLength(list, most.characters) <= most.characters;
}

function shifted({ from, to }: ListEdit, by: number): ListEdit {
  return { ...(from !== undefined && { from: from + by }), ...(to !== undefined && { to: to + by }) };
}

/** Items of two lists that were not matched, side by side: those that one list has more of are removed or new. */
function byIndex(before: number, after: number, { from, to }: Required<ListEdit>): ListEdit[] {
  const edits: ListEdit[] = [];
  for (let i = 0; i < before || i < after; i += 1) {
    if (i >= before) edits.push({ to: to + i });
    else edits.push(i < after ? { from: from + i, to: to + i } : { from: from + i });
  }
  return edits;
}

function aligned(before: List, after: List): ListEdit[] {
  const edits: ListEdit[] = [];
  let [from, to] = [0, 0];
  for (const match of [...matches(before, after), { from: before.length, to: after.length }]) {
    edits.push(...byIndex(match.from - from, match.to - to, { from, to }));
    if (match.from < before.length) edits.push(match);
    [from, to] = [match.from + 1, match.to + 1];
  }
  return edits;
}

/** Pairs of items that are equal, or have the same name, in the order of both lists: those that are worth most together. */
function matches(before: List, after: List): Required<ListEdit>[] {
  const worth = before.map((item) => after.map((other) => worthOf(item, other)));
  // What the rest of both lists is worth, from each item of both on.
  const rest = [...before, undefined].map(() => [...after, undefined].map(() => 0));
  const restAt = (i: number, j: number): number => rest[i]?.[j] ?? 0;
  const worthAt = (i: number, j: number): number => worth[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      rest[i]?.splice(
        j,
        1,
        Math.max(restAt(i + 1, j), restAt(i, j + 1), worthAt(i, j) && worthAt(i, j) + restAt(i + 1, j + 1)),
      );
  const pairs: Required<ListEdit>[] = [];
  for (let [i, j] = [0, 0]; i < before.length && j < after.length;) {
    if (worthAt(i, j) > 0 && restAt(i, j) === worthAt(i, j) + restAt(i + 1, j + 1)) pairs.push({ from: i++, to: j++ });
    else if (restAt(i, j) === restAt(i + 1, j)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** Equal items are worth more than those with the same name, whose fields differ. */
function worthOf(item: unknown, other: unknown): number {
  if (deepEqual(item, other)) return 3;
  const name = nameOf(item);
  return name !== undefined && name === nameOf(other) ? 2 : 0;
}

/** What an item of a list is known by. */
function nameOf(item: unknown): string | undefined {
  if (!isJsonObject(item) || !Object.hasOwn(item, "name")) return undefined;
  return typeof item["name"] === "string" ? item["name"] : undefined;
}

/** Whether two items are different things: one of them takes the place of the other as a whole. */
export function isOtherItem(item: unknown, other: unknown): boolean {
  const [name, otherName] = [nameOf(item), nameOf(other)];
  return name !== undefined && otherName !== undefined && name !== otherName;
}
