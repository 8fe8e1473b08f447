// Lines and columns of offsets in one string, found in logarithmic time: a file can have thousands of variables.
import type { Position } from "@capstan/kube";

/** From an offset to its position. */
export type PositionAt = (offset: number) => Position;

/** Reads the line ends of a string once. */
export function positionsIn(text: string, file: string): PositionAt {
  const starts = [0];
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return (offset) => {
    const line = lastIndexBefore(starts, offset);
    return { file, line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}

/** The index of the last number that is at most `limit`, in numbers that grow; -1 when there is none. */
export function lastIndexBefore(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
