// Wrong changes of what finds elements of lists again, and merges lists and maps of the hub with those that a client of the other version wrote.
import type { ChangesByFile } from "./mutant.ts";

/** The changes. */
export const mergeChanges: ChangesByFile = {
  "merge-elements.ts": [
    [
      "elements of a converted list",
      "win over a change",
      "return old === undefined || was === undefined ? element : mergeFields({ kept: old, before: was, now: element });",
      "return old ?? element;",
    ],
    [
      "elements of a converted list",
      "as a whole",
      "const from = deepEqual(ownValue(before, name), ownValue(now, name)) ? kept : now;",
      "const from = deepEqual(before, now) ? kept : now;",
    ],
    [
      "elements of a converted list",
      "fields that are as in the hub win over a change",
      "const from = deepEqual(ownValue(before, name), ownValue(now, name)) ? kept : now;",
      "const from = Object.hasOwn(kept, name) ? kept : now;",
    ],
    [
      "elements of a converted list",
      "without what only the hub has",
      "const names = [...new Set([...Object.keys(kept), ...Object.keys(now)])];",
      "const names = Object.keys(now);",
    ],
    [
      "elements of a converted list",
      "without what only a client has",
      "const names = [...new Set([...Object.keys(kept), ...Object.keys(now)])];",
      "const names = Object.keys(kept);",
    ],
    [
      "elements of a converted list",
      "by place",
      "const partner = partners.get(index) ?? -1;",
      "const partner = index;",
    ],
    [
      "elements of a converted list",
      "of one key, by place",
      "(news.length === 1 || inOrder.every(([at, old]) => deepEqual(before[old], now[at])))",
      "news.length > 0",
    ],
    [
      "elements of a converted list",
      "of one key, never in order",
      "(news.length === 1 || inOrder.every(([at, old]) => deepEqual(before[old], now[at])))",
      "news.length === 1",
    ],
    [
      "elements of a converted list",
      "of one key and value, the first",
      "return old !== undefined && isOnly ? [[at, old] as const] : [];",
      "return old !== undefined ? [[at, old] as const] : [];",
    ],
    [
      "elements of a converted list",
      "of one key, never by value",
      "return old !== undefined && isOnly ? [[at, old] as const] : [];",
      "return [];",
    ],
    ["elements of a converted map", "sorted", "return mergeListOfMap(key, { kept, before, now });", "return now;"],
    [
      "elements of a converted map",
      "at the end of a sorted list",
      "if (isSorted) return mergeList(key, { kept, before, now });",
      "",
    ],
    [
      "elements of a converted map",
      "come back",
      "if (next === undefined) return [];",
      "if (next === undefined) return [element];",
    ],
    [
      "elements of a converted map",
      "the last of a key alone",
      "mergeFields({ kept: element, before: was?.get(name) ?? {}, now: next }) : element,",
      "mergeFields({ kept: element, before: was?.get(name) ?? {}, now: next }) : {},",
    ],
    [
      "elements of a converted map",
      "the first of a key changes",
      "const last = new Map(kept.map((element, index) => [element[key], index]));",
      "const last = new Map(kept.map((element, index) => [element[key], index] as const).toReversed());",
    ],
    [
      "elements of a converted map",
      "new ones first",
      "return [...staying, ...now.filter((element) => !last.has(element[key]))];",
      "return [...now.filter((element) => !last.has(element[key])), ...staying];",
    ],
    [
      "elements of a converted map",
      "new ones lost",
      "return [...staying, ...now.filter((element) => !last.has(element[key]))];",
      "return staying;",
    ],
    [
      "values of a map of the hub",
      "as in the list",
      "return [name, isSame ? kept[name] : value];",
      "return [name, value];",
    ],
    [
      "values of a map of the hub",
      "win over a change",
      "Object.hasOwn(before, name) && deepEqual(before[name], value);",
      "Object.hasOwn(before, name);",
    ],
  ],
  "elements-by-value.ts": [
    ["elements without keys", "by place", "if (isUnchanged) return partsById(parts);", "return partsById(parts);"],
    [
      "elements without keys",
      "off by one",
      "if (isUnchanged) return partsById(parts);",
      "if (isUnchanged) return partsById(parts.map((one, index) => ({ ...one, id: String(index - 1) })));",
    ],
    [
      "elements without keys",
      "the same value twice",
      "equal.length === 1 && sourcesOfValue.get(value)?.length === 1 ? equal[0]?.fields : undefined;",
      "equal[0]?.fields;",
    ],
    [
      "elements without keys",
      "drop",
      "equal.length === 1 && sourcesOfValue.get(value)?.length === 1 ? equal[0]?.fields : undefined;",
      "undefined;",
    ],
    [
      "elements without keys",
      "with fields of one version",
      "for (const rule of rules) if (isOfOne(rule, side)) takeAt(fields, rule[side] ?? []);",
      "",
    ],
    [
      "elements without keys",
      "with objects of one version",
      "for (const path of objects.toSorted((a, b) => b.length - a.length)) takeIfEmpty(fields, path);",
      "",
    ],
    [
      "elements without keys",
      "without objects of both versions",
      "const objects = onlyIn.filter((one) => one.side === side).map(({ path }) => path);",
      "const objects = rules.map((one) => one[side]?.slice(0, -1) ?? []).filter((path) => path.length > 0);",
    ],
    [
      "elements without keys",
      "with fields of one version in elements",
      "changeElements(fields, element, (one) => void withoutOwn(one.fields, element.rules, side));",
      "void element;",
    ],
  ],
};
