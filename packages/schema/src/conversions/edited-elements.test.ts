// Conversions of lists and maps that are written out by hand: what an edit of one element may not change in the hub.
import { deepEqual } from "@capstan/kube";
import { describe, expect, it } from "vitest";
import type { CheckedConversion } from "./checked-conversion.ts";
import {
  annotated,
  annotation,
  hub,
  list,
  object,
  root,
  spoke,
  string,
  verdict,
} from "../../test/written-conversions.ts";

interface Pair {
  readonly key: string;
  readonly value: string;
  readonly note?: string;
}
type Values = Readonly<Record<string, string>>;
interface Parts {
  readonly kept: readonly Pair[];
  readonly was: Values;
  readonly is: Values;
}

const pairs = list(object({ key: string, value: string, note: string }, ["key", "value"]));

/** The last value of each key. */
const mapOf = (all: readonly Pair[]): Values => Object.fromEntries(all.map(({ key, value }) => [key, value]));
const sorted = (map: Values): Pair[] =>
  Object.keys(map)
    .toSorted()
    .map((key) => ({ key, value: map[key] ?? "" }));

/** A list of the hub that is a map in the other version. `back` makes the list from what was kept. */
function ofMap(back: (parts: Parts) => readonly Pair[]): CheckedConversion {
  return keeping({ type: "object", additionalProperties: string }, (all, kept) =>
    // The schemas leave nothing but a list or a map of strings.
    Array.isArray(all) ? mapOf(all) : back({ kept, was: mapOf(kept), is: all as Values }),
  );
}

/** The same of a list that has no notes in the other version. */
function ofList(back: (kept: readonly Pair[], is: readonly Pair[]) => readonly Pair[]): CheckedConversion {
  return keeping(list(object({ key: string, value: string }, ["key", "value"])), (all, kept, to) =>
    // Both versions have such a list.
    to === "g.io/v2" ? back(kept, all as Pair[]) : bare(all as Pair[]),
  );
}

const bare = (all: readonly Pair[]): Pair[] => all.map(({ key, value }) => ({ key, value }));

type Convert = (all: unknown, kept: readonly Pair[], to: string) => unknown;

/** Keeps the hub's list, and converts what the field `all` of the spec has. */
function keeping(schema: ReturnType<typeof object>, convert: Convert): CheckedConversion {
  return {
    hub: { apiVersion: "g.io/v2", schema: root(object({ all: pairs })) },
    spoke: { apiVersion: "g.io/v1", schema: root(object({ all: schema })) },
    elements: [{ spoke: "spec.all", hub: "spec.all", key: "key" }],
    convert(from, to) {
      // The check gives objects of Kubernetes.
      const { spec, metadata, ...rest } = structuredClone(from) as {
        readonly spec?: { readonly all?: unknown };
        readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
      };
      const { annotations: { [annotation]: text = "[]", ...others } = {}, ...meta } = metadata;
      const keeps = to === "g.io/v1" && spec?.all !== undefined ? { [annotation]: JSON.stringify(spec.all) } : {};
      const changed = spec && { spec: spec.all === undefined ? {} : { all: convert(spec.all, keptIn(text), to) } };
      return { ...rest, apiVersion: to, metadata: annotated(meta, { ...others, ...keeps }), ...changed };
    },
  };
}

/** Anybody could have written the annotation. */
function keptIn(text: string): readonly Pair[] {
  try {
    const found: unknown = JSON.parse(text);
    return Array.isArray(found) ? found.filter((one) => typeof one === "object" && typeof one?.key === "string") : [];
  } catch {
    return [];
  }
}

const merged = ({ kept, is }: Parts): readonly Pair[] => {
  const last = new Map(kept.map(({ key }, index) => [key, index]));
  const isSorted = deepEqual(
    kept.map(({ key }) => key),
    Object.keys(mapOf(kept)).toSorted(),
  );
  const staying = kept.flatMap((one, index): Pair[] => {
    const value = is[one.key];
    if (value === undefined) return [];
    return [last.get(one.key) === index ? { ...one, value } : one];
  });
  const all = [...staying, ...sorted(is).filter(({ key }) => !last.has(key))];
  return isSorted ? all.toSorted((a, b) => (a.key < b.key ? -1 : 1)) : all;
};

describe("a list of the hub that is a map in the other version", () => {
  const samples = {
    hub: hub({
      all: [
        { key: "z", value: "1" },
        { key: "a", value: "2", note: "n" },
        { key: "a", value: "3" },
      ],
    }),
    spoke: spoke({ all: { m: "4" } }),
  };
  const newFirst = (parts: Parts): readonly Pair[] => {
    const isNew = ({ key }: Pair): boolean => parts.kept.every((one) => one.key !== key);
    return merged(parts).toSorted((a, b) => Number(isNew(b)) - Number(isNew(a)));
  };
  const order = "an element of the hub: spec.all was";

  it("may keep its order and all else", () => {
    expect(verdict(ofMap(merged), samples)).toEqual([]);
  });

  it.each<[string, (parts: Parts) => readonly Pair[], string]>([
    ["is sorted", ({ is }) => sorted(is), `${order} ["a","a"] and is ["a"]`],
    ["has new elements first", newFirst, `${order} ["z","a","a","m"] and is ["m","z","a","a"]`],
    [
      "loses elements that come again",
      (parts) => merged(parts).filter(({ key }, at, all) => all.findLastIndex((one) => one.key === key) === at),
      `${order} ["a","a"] and is ["a"]`,
    ],
    ["loses what only the hub has", (parts) => bare(merged(parts)), '.note was "n" and is absent'],
    ["does not change", ({ kept }) => kept, `${order} [] and is ["z","a","a"]`],
  ])("is found when it %s after an edit", (_, back, want) => {
    const only = ({ kept, was, is }: Parts): readonly Pair[] => (deepEqual(was, is) ? kept : back({ kept, was, is }));
    expect(verdict(ofMap(only), samples)).toContainEqual(expect.stringContaining(want));
  });
});

describe("a list of both versions", () => {
  const samples = {
    hub: hub({
      all: [
        { key: "b", value: "1", note: "n" },
        { key: "a", value: "2", note: "m" },
      ],
    }),
    spoke: spoke({ all: [{ key: "c", value: "4" }] }),
  };
  const byKey = (kept: readonly Pair[], is: readonly Pair[]): readonly Pair[] =>
    is.map((one) => {
      const [olds, news] = [kept, is].map((all) => all.filter(({ key }) => key === one.key));
      const alike = (all: readonly Pair[] = []): readonly Pair[] => all.filter(({ value }) => value === one.value);
      if (deepEqual(bare(olds ?? []), bare(news ?? []))) return olds?.[news?.indexOf(one) ?? 0] ?? one;
      if (olds?.length === 1 && news?.length === 1) return { ...olds[0], ...one };
      const [old, ...others] = alike(olds);
      return old !== undefined && others.length === 0 && alike(news).length === 1 ? old : one;
    });

  it("may keep what only the hub has, by the key", () => {
    expect(verdict(ofList(byKey), samples)).toEqual([]);
  });

  it.each<[string, (kept: readonly Pair[], is: readonly Pair[]) => readonly Pair[]]>([
    ["loses it of all elements after a change", (_, is) => is],
    [
      "loses it of a changed element",
      (kept, is) => is.map((one) => kept.find((old) => deepEqual(bare([old]), [one])) ?? one),
    ],
    ["gives it to another element", (kept, is) => is.map((one, at) => ({ ...kept[at], ...one }))],
    [
      "gives it to all of one key",
      (kept, is) => is.map((one) => ({ ...kept.find(({ key }) => key === one.key), ...one })),
    ],
    ["gives a client's value away", (kept, is) => is.map((one) => kept.find(({ key }) => key === one.key) ?? one)],
  ])("is found when it %s", (_, back) => {
    const only = (kept: readonly Pair[], is: readonly Pair[]): readonly Pair[] =>
      deepEqual(bare(kept), is) ? kept : back(kept, is);
    expect(verdict(ofList(only), samples)).not.toEqual([]);
  });
});
