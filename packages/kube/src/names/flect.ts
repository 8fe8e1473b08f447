// Plural and singular of a kind's name, with the rules of Go's flect, which controller-gen and Cluster API use. A wrong plural
// of a contract kind is fatal, and the common npm package differs on real kinds.
import { acronyms, endings, words } from "./flect-words.ts";

type Rule = readonly [ending: string, replacement: string];

interface Tables {
  readonly plurals: ReadonlyMap<string, string>;
  readonly singulars: ReadonlyMap<string, string>;
  readonly toPlural: readonly Rule[];
  readonly toSingular: readonly Rule[];
}

let built: Tables | undefined;

/** Built on first use: importing this package costs nothing. */
function tables(): Tables {
  built ??= {
    plurals: new Map(words.map((word) => [word.singular, word.plural])),
    singulars: new Map(
      words
        .filter((word) => word.oneWay === undefined)
        .flatMap((word) => [[word.plural, word.singular] as const, ...alternatives(word)]),
    ),
    toPlural: ruleList([...compounds().map((word): Rule => [word.singular, word.plural]), ...endings]),
    toSingular: ruleList([
      ...compounds()
        .filter((word) => word.oneWay === undefined)
        .flatMap(toSingularRules),
      ...endings.map(([one, many]): Rule => [many, one]),
    ]),
  };
  return built;
}

function alternatives(word: (typeof words)[number]): (readonly [string, string])[] {
  return word.alternative === undefined ? [] : [[word.alternative, word.singular]];
}

function toSingularRules(word: (typeof words)[number]): Rule[] {
  const back: Rule = [word.plural, word.singular];
  return word.alternative === undefined ? [back] : [[word.alternative, word.singular], back];
}

/** Words that also end compounds; the last of the table is tried first. */
function compounds(): (typeof words)[number][] {
  return words.filter((word) => word.exact === undefined).toReversed();
}

/** Each rule, preceded by a rule that keeps words which already have its ending. */
function ruleList(rules: readonly Rule[]): Rule[] {
  return rules.flatMap(([from, to]): Rule[] => [
    [to, to],
    [from, to],
  ]);
}

/** The plural of a word or of a kind's name, whose last camel-case part is inflected. */
export function pluralize(name: string): string {
  const { plurals, singulars, toPlural } = tables();
  return (
    inflect(name, { known: plurals, done: singulars, rules: toPlural }) ??
    (name.toLowerCase().endsWith("s") ? name : `${name}s`)
  );
}

/** The singular of a word or name, whose last camel-case part is inflected. */
export function singularize(name: string): string {
  const { plurals, singulars, toSingular } = tables();
  return (
    inflect(name, { known: singulars, done: plurals, rules: toSingular }) ??
    (name.endsWith("s") ? name.slice(0, -1) : name)
  );
}

/**
 * The plural of a kind as Cluster API derives it, from the name in lower case: the resource of each kind that Capstan defines, and the
 * name of its CRD and of the file of that.
 *
 * @example
 * pluralOfKind("FooProxy"); // "fooproxies"
 */
export function pluralOfKind(kind: string): string {
  return pluralize(kind.toLowerCase());
}

/** The plural that controller-gen gives a kind, from its last camel-case part: of FooDNS it is foodnses, and Cluster API's is foodns. */
export function controllerGenPlural(kind: string): string {
  return pluralize(kind).toLowerCase();
}

interface Direction {
  readonly known: ReadonlyMap<string, string>;
  /** Words that already have the wanted form. */
  readonly done: ReadonlyMap<string, string>;
  readonly rules: readonly Rule[];
}

/** The inflected name; undefined when neither a word nor an ending matches. */
function inflect(name: string, { known, done, rules }: Direction): string | undefined {
  const whole = known.get(name);
  if (whole !== undefined) return whole;
  if (name === "" || done.has(name)) return name;
  const last = lastPart(name);
  const lower = last.toLowerCase();
  const stem = name.slice(0, name.length - last.length);
  const word = known.get(lower);
  if (done.has(lower) && word === undefined) return name;
  if (word !== undefined) return stem + (last === capitalize(last) ? capitalize(word) : word);
  const rule = rules.find(([ending]) => last.endsWith(ending));
  return rule === undefined ? undefined : stem + last.slice(0, last.length - rule[0].length) + rule[1];
}

/** The last word of a name: it starts at a capital letter that follows a small letter or a known acronym. */
function lastPart(name: string): string {
  let part = "";
  let previous = "";
  for (const letter of name) {
    const starts = isCapital(letter) && (!isCapital(previous) || acronyms.has(part.toUpperCase()));
    part = starts ? letter : part + letter;
    previous = letter;
  }
  return part;
}

function isCapital(letter: string): boolean {
  return letter >= "A" && letter <= "Z";
}

function capitalize(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
