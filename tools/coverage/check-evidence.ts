// Every rule of the catalog that something enforces has evidence, all evidence has a rule, and every piece of it stands in the file that it names.
import type { CatalogRule } from "@capstan/contract/catalog";
import { type Evidence, type EvidenceById, placesOf } from "./evidence.ts";
import { titlesIn } from "./titles.ts";

/** What is wrong with a rule or a line. */
export interface Problem {
  readonly subject: string;
  readonly text: string;
}

/** The text of a file of the repository; undefined if there is none. */
export type ReadFile = (file: string) => string | undefined;

/** The rules, as far as their evidence depends on them. */
export type Rules = Readonly<Record<string, Pick<CatalogRule, "enforcedBy" | "reason">>>;

/** The problems of the rules and their evidence. `sharedWith` is the rule whose evidence shows another one too. */
export function evidenceProblems(
  rules: Rules,
  evidence: EvidenceById,
  { read, sharedWith = () => undefined }: { readonly read: ReadFile; sharedWith?: (id: string) => string | undefined },
): Problem[] {
  const find = evidenceFinder(read);
  const evidenceOf = (id: string): readonly Evidence[] => evidence[id] ?? evidence[sharedWith(id) ?? ""] ?? [];
  const unknown = Object.keys(evidence).filter((id) => !Object.hasOwn(rules, id));
  return [
    ...unknown.map((subject) => ({ subject, text: "there is no rule with this id" })),
    ...Object.entries(rules).flatMap(([subject, rule]) =>
      ruleProblems(rule, rule.enforcedBy === "unchecked" ? (evidence[subject] ?? []) : evidenceOf(subject), find).map(
        (text) => ({ subject, text }),
      ),
    ),
  ];
}

/** What is wrong with a piece of evidence. */
export type Find = (evidence: Evidence) => string[];

function ruleProblems({ enforcedBy, reason = "" }: Rules[string], evidence: readonly Evidence[], find: Find): string[] {
  if (enforcedBy === "unchecked")
    return [
      ...(reason.trim() === "" ? ["nothing checks it, and it has no reason"] : []),
      ...(evidence.length > 0 ? ["nothing checks it, and it has evidence"] : []),
    ];
  if (evidence.length === 0) return ["it has no evidence"];
  const place = placesOf[enforcedBy];
  const isThere = evidence.some(({ file }) => place.test(file));
  return [
    ...(isThere ? [] : [`it is enforced by "${enforcedBy}", and no evidence is in ${place.source}`]),
    ...evidence.flatMap(find),
  ];
}

/** Says what is wrong with evidence, and reads each file once. */
export function evidenceFinder(read: ReadFile): Find {
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
