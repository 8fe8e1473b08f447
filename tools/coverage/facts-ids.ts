// The ids of the rules in the catalog of facts: in backticks, whole, or without their group after a whole one in the first cell of a row. A row of
// a part of a group, such as `ipam-consumer/*`, is one rule: ipam/consumer.

/** Whole ids that the text names, each once and in its order. */
export function idsInFacts(text: string, groups: readonly string[]): readonly string[] {
  const isRule = (id: string): boolean => groups.includes(id.slice(0, id.indexOf("/")));
  const whole = namesIn(text).filter((name) => /^[a-z]+\/[a-z-]+$/.test(name) && isRule(name));
  const short = text.split("\n").flatMap((row) => shortIds(namesIn(row.split(" | ", 1)[0] ?? ""), isRule));
  const ofParts = namesIn(text).flatMap(partId).filter(isRule);
  return [...new Set([...whole, ...short, ...ofParts])];
}

/** `a-b/*` is the one rule a/b. */
function partId(name: string): string[] {
  const [, group, part] = /^([a-z]{1,40})-([a-z]{1,40})\/\*$/.exec(name) ?? [];
  return group === undefined ? [] : [`${group}/${part}`];
}

function namesIn(text: string): string[] {
  return Array.from(text.matchAll(/`([^`\n]{1,80})`/g), ([, name = ""]) => name);
}

/** `a/b` followed by `/c` names a/c. */
function shortIds([first = "", ...rest]: readonly string[], isRule: (id: string) => boolean): string[] {
  if (!isRule(first)) return [];
  const group = first.slice(0, first.indexOf("/"));
  return rest.filter((name) => /^\/[a-z-]+$/.test(name)).map((name) => `${group}${name}`);
}
