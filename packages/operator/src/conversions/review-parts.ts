// Splits a ConversionReview into its objects without parsing it: a list of many objects is one review. The objects are parsed, converted and written one after
// the other.
import { errorOf } from "@capstan/kube";
import { type ListParts, ListSplitter } from "@capstan/kube/json-text";
import { inTurn, type TurnOptions } from "@capstan/kube/turns";
import { operatorErrors } from "../operator-errors.ts";

/** Where the objects are: the value of the field `objects` of the field `request` of the review. */
const path = ["request", "objects"] as const;

/** A smaller review is read at once: it takes part of a millisecond, and should not wait for the long work of others. */
export const smallReviewBytes: number = 64 * 1024;

/** How many bytes of others are read in one piece of work; it takes some milliseconds. */
const pieceBytes = 512 * 1024;

/**
 * The parts of a review; undefined when it has no list of objects, or more than one. Throws `conversion/too-many-objects` beyond `most`.
 */
export async function splitReview(
  body: Uint8Array,
  most: number,
  turn: TurnOptions = {},
): Promise<ListParts | undefined> {
  const splitter = new ListSplitter(body, path, most);
  let isRead = body.length <= smallReviewBytes && splitter.read(body.length);
  while (!isRead) isRead = await inTurn(() => splitter.read(pieceBytes), turn);
  if (splitter.isTooLong) throw errorOf(operatorErrors, "conversion/too-many-objects", { values: { limit: most } });
  return splitter.parts;
}
