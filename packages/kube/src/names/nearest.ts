// "Did you mean ...?": the known name that is most like an unknown one.

/** Longer words are no misspelling of a known name, and comparing two words takes time in proportion to the lengths of both. */
const longestWord = 100;

/**
 * The candidate that is most like `word`; undefined when none is similar enough, or the word has more than 100 characters. `most` is how many characters may be
 * added, removed or replaced: a third of the word's, and at least two, unless set.
 */
export function nearestOf(
  word: string,
  candidates: Iterable<string>,
  most: number = Math.max(2, Math.floor(word.length / 3)),
): string | undefined {
  if (word.length > longestWord) return undefined;
  const letters = Array.from(word.toLowerCase());
  let best: string | undefined;
  let least = most + 1;
  for (const candidate of candidates) {
    // In UTF-16 units, of which a character can have two.
    if (candidate.length > 2 * (word.length + least)) continue;
    const others = Array.from(candidate.toLowerCase());
    if (Math.abs(letters.length - others.length) >= least) continue;
    const distance = editDistance(letters, others);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** The end of a message about an unknown name, `; did you mean "x"?`; empty when nothing is similar enough. */
export function didYouMean(...names: readonly (string | undefined)[]): string {
  const known = names.filter((name) => name !== undefined);
  return known.length === 0 ? "" : `; did you mean ${known.map((name) => `"${name}"`).join(" or ")}?`;
}

/** Levenshtein's distance, one row at a time. */
function editDistance(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, left] of a.entries()) {
    const next = [i + 1];
    for (const [j, right] of b.entries()) {
      const replaced = (row[j] ?? 0) + (left === right ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
