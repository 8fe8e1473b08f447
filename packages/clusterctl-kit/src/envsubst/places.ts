// The search for a word (Knuth, Morris and Pratt): its time grows with the length of word plus text, whatever they are. The search inside
// JavaScript engines compares a long word again at every place of a string such as "aaaa...".

/** Every place of a word in a string at or after `from`, also those that overlap, in ascending order. The empty word is everywhere. */
export function* placesOf(word: ArrayLike<string>, text: ArrayLike<string>, from: number): Generator<number> {
  const borders = bordersOf(word);
  let length = 0;
  if (word.length === 0) yield from;
  for (let at = from; at < text.length; at += 1) {
    length = longer({ word, borders, length }, text[at]);
    if (length === word.length) yield at + 1 - length;
  }
}

/** How much of the beginning of a word stands before a place. */
interface Progress {
  readonly word: ArrayLike<string>;
  readonly borders: Uint32Array;
  readonly length: number;
}

/** How much of the word stands there after one more character. */
function longer({ word, borders, length }: Progress, character: string | undefined): number {
  let fitting = length;
  while (fitting > 0 && (fitting === word.length || word[fitting] !== character)) fitting = borders[fitting - 1] ?? 0;
  return fitting < word.length && word[fitting] === character ? fitting + 1 : 0;
}

/** For each beginning of a word, the length of the longest shorter beginning with which it also ends. */
function bordersOf(word: ArrayLike<string>): Uint32Array {
  const borders = new Uint32Array(word.length);
  for (let at = 1; at < word.length; at += 1)
    borders[at] = longer({ word, borders, length: borders[at - 1] ?? 0 }, word[at]);
  return borders;
}
