// Two strings compared line by line: a few lines of context, removed lines with `-`, added lines with `+`.

const context = 2;
/** Changed lines after this number are only counted. */
const longest = 60;

/** The differences from `before` to `after`; empty when there are none. */
export function lineDiff(before: string, after: string): string {
  const [a, b] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const removed = a.slice(start, a.length - end);
  const added = b.slice(start, b.length - end);
  if (removed.length === 0 && added.length === 0) return "";
  const lines = [
    `@@ line ${start + 1} @@`,
    ...a.slice(Math.max(0, start - context), start).map((line) => `  ${line}`),
    ...changes(removed, added),
    ...a.slice(a.length - end, a.length - end + context).map((line) => `  ${line}`),
  ];
  return lines.join("\n");
}

/** The changed lines, as the shortest edit when there are few enough to search for it. */
function changes(removed: readonly string[], added: readonly string[]): string[] {
  const lines = removed.length * added.length > 250_000 ? blockwise(removed, added) : stepwise(removed, added);
  if (lines.length <= longest) return lines;
  return [...lines.slice(0, longest), `  ... ${lines.length - longest} more lines`];
}

function blockwise(removed: readonly string[], added: readonly string[]): string[] {
  return [...removed.map((line) => `- ${line}`), ...added.map((line) => `+ ${line}`)];
}

/** By the longest common subsequence. */
function stepwise(removed: readonly string[], added: readonly string[]): string[] {
  const width = added.length + 1;
  const table = new Uint32Array((removed.length + 1) * width);
  for (let i = removed.length - 1; i >= 0; i -= 1)
    for (let j = added.length - 1; j >= 0; j -= 1)
      table[i * width + j] =
        removed[i] === added[j]
          ? (table[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(table[(i + 1) * width + j] ?? 0, table[i * width + j + 1] ?? 0);
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < removed.length || j < added.length) {
    const [left, right] = [removed[i], added[j]];
    if (left !== undefined && left === right) {
      lines.push(`  ${left}`);
      [i, j] = [i + 1, j + 1];
    } else if (
      right !== undefined &&
      (left === undefined || (table[i * width + j + 1] ?? 0) > (table[(i + 1) * width + j] ?? 0))
    ) {
      lines.push(`+ ${right}`);
      j += 1;
    } else {
      lines.push(`- ${left ?? ""}`);
      i += 1;
    }
  }
  return lines;
}
