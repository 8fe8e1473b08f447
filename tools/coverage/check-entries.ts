// Every rule has an entry, every entry a rule, and every piece of evidence stands in the file that it names.
import { type Entries, type Evidence, isOpen } from "./entry.ts";
import { titlesIn } from "./titles.ts";

/** What is wrong with a rule or a line. */
export interface Problem {
  readonly subject: string;
  readonly text: string;
}

/** The text of a file of the repository; undefined if there is none. */
export type ReadFile = (file: string) => string | undefined;

/** The problems of the catalog. */
export function entryProblems(ids: readonly string[], entries: Entries, read: ReadFile): Problem[] {
  const known = new Set(ids);
  const missing = ids.filter((id) => !Object.hasOwn(entries, id));
  const repeated = ids.filter((id, i) => ids.indexOf(id) !== i);
  const unknown = Object.keys(entries).filter((id) => !known.has(id));
  const find = evidenceFinder(read);
  return [
    ...missing.map((subject) => ({ subject, text: "no entry says what enforces it" })),
    ...repeated.map((subject) => ({ subject, text: "it is in the list of ids twice" })),
    ...unknown.map((subject) => ({ subject, text: "there is no rule with this id" })),
    ...Object.entries(entries).flatMap(([subject, entry]) => {
      if (entry.enforcedBy === "unchecked")
        return entry.reason.trim() === "" ? [{ subject, text: "it has no reason" }] : [];
      if (entry.evidence.length === 0) return [{ subject, text: "it has no evidence" }];
      return entry.evidence.flatMap((evidence) => find(evidence).map((text) => ({ subject, text })));
    }),
  ];
}

/** Says what is wrong with evidence, and reads each file once. */
function evidenceFinder(read: ReadFile): (evidence: Evidence) => string[] {
  const cache = new Map<string, readonly string[] | undefined>();
  return ({ file, test }) => {
    if (!cache.has(file)) {
      const text = read(file);
      cache.set(file, text === undefined ? undefined : titlesIn(file, text));
    }
    const titles = cache.get(file);
    if (titles === undefined) return [`${file} does not exist`];
    if (test.trim() === "") return [`evidence in ${file} has an empty title`];
    if (titles.includes(test)) return [];
    const count = titles.filter((title) => title.includes(test)).length;
    if (count === 1) return [];
    return [
      count === 0 ? `${file} has no test "${test}"` : `${file} has ${count} tests with "${test}": name more of one`,
    ];
  };
}

/** The ids of rules that nothing checks yet. */
export function openIds(ids: readonly string[], entries: Entries): readonly string[] {
  return ids.filter((id) => Object.hasOwn(entries, id) && isOpen(entries[id]));
}
