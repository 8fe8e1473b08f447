// How long the strings of a pattern can become that a generated test draws: repetitions inside of repetitions multiply.

/** Escapes, brackets, groups, repetitions, and all other characters. */
const token = /\\.|\[(?:\\.|[^\\\]])*\]|[()]|[*+?]|\{(?<least>\d+)(?<open>,(?<most>\d*))?\}|[^]/gs;

/** How often fast-check repeats what has no upper limit: twice the lower one, and ten times. */
const drawnBeyond = 10;

/** One level of groups: the characters up to its last part, and those of that part, which a repetition multiplies. */
interface Level {
  before: number;
  last: number;
}

/** At most as many characters as the longest drawn string of the pattern; parts that exclude each other are added up. */
export function drawnLength(pattern: string): number {
  const levels: [Level, ...Level[]] = [{ before: 0, last: 0 }];
  for (const found of pattern.matchAll(token)) {
    const [level] = levels;
    if (found[0] === "(") levels.unshift({ before: 0, last: 0 });
    else if (found[0] === ")") closeGroup(levels);
    else {
      const times = repeated(found);
      if (times === undefined) [level.before, level.last] = [level.before + level.last, 1];
      else level.last *= times;
    }
  }
  return lengthOf(levels[0]);
}

function closeGroup(levels: [Level, ...Level[]]): void {
  const [group, parent] = levels;
  // A pattern with too many ends of groups does not compile.
  if (parent === undefined) return;
  levels.shift();
  [parent.before, parent.last] = [lengthOf(parent), lengthOf(group)];
}

function lengthOf({ before, last }: Level): number {
  return before + last;
}

/** How often at most the part before is drawn; undefined of what is no repetition. */
function repeated({ 0: text, groups = {} }: RegExpExecArray): number | undefined {
  if (text === "?") return 1;
  if (text === "*" || text === "+") return drawnBeyond + 2;
  if (groups["least"] === undefined) return undefined;
  if (groups["open"] === undefined) return Number(groups["least"]);
  return groups["most"] === "" ? 2 * Number(groups["least"]) + drawnBeyond : Number(groups["most"]);
}
