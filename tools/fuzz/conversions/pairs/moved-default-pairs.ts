// Hard pairs of fields with a default that move to another object, which one version may have where the other version has no value.
import type { HardPair } from "./pair-table.ts";

/** A field that moves: `D` is in the place of its default, and `E` in that of the default of an object around it. */
interface MovedField {
  readonly older: string;
  readonly newer: string;
  readonly from: string;
  readonly to: string;
  /** The rules beside its own. */
  readonly more?: string;
  readonly newerRules?: string;
}

const moved = {
  "into a new object": {
    older: "spec?: { n?: string; D mv?: string }",
    newer: "spec?: { n?: string; E t?: { D mv?: string } }",
    from: "spec.mv",
    to: "spec.t.mv",
  },
  "into a new object in another one": {
    older: "spec?: { n?: string; D mv?: string }",
    newer: "spec?: { n?: string; E t?: { E u?: { D mv?: string } } }",
    from: "spec.mv",
    to: "spec.t.u.mv",
  },
  "into a new object beside an added field": {
    older: "spec?: { n?: string; D mv?: string }",
    newer: "spec?: { n?: string; E t?: { D mv?: string; z?: string } }",
    from: "spec.mv",
    to: "spec.t.mv",
    newerRules: `"spec.t.z": "added"`,
  },
  "into an object of both versions": {
    older: "spec?: { n?: string; D mv?: string; E t?: { y?: string } }",
    newer: "spec?: { n?: string; E t?: { y?: string; D mv?: string } }",
    from: "spec.mv",
    to: "spec.t.mv",
  },
  "into a required object of both versions": {
    older: "spec?: { n?: string; D mv?: string; E t: { y?: string } }",
    newer: "spec?: { n?: string; E t: { y?: string; D mv?: string } }",
    from: "spec.mv",
    to: "spec.t.mv",
  },
  "out of an object of both versions": {
    older: "spec?: { n?: string; E o?: { x?: string; D mv?: string } }",
    newer: "spec?: { n?: string; E o?: { x?: string }; D mv?: string }",
    from: "spec.o.mv",
    to: "spec.mv",
  },
  "out of an object that it is alone in": {
    older: "spec?: { n?: string; E o?: { D mv?: string } }",
    newer: "spec?: { n?: string; D mv?: string }",
    from: "spec.o.mv",
    to: "spec.mv",
  },
  "out of an object with a removed field": {
    older: "spec?: { n?: string; E o?: { D mv?: string; z?: string } }",
    newer: "spec?: { n?: string; D mv?: string }",
    from: "spec.o.mv",
    to: "spec.mv",
    more: `"spec.o.z": "removed"`,
  },
  "from one object to another": {
    older: "spec?: { n?: string; E o?: { x?: string; D mv?: string }; E t?: { y?: string } }",
    newer: "spec?: { n?: string; E o?: { x?: string }; E t?: { y?: string; D mv?: string } }",
    from: "spec.o.mv",
    to: "spec.t.mv",
  },
  "with the object around it": {
    older: "spec?: { n?: string; E o?: { D mv?: string } }",
    newer: "spec?: { n?: string; E t?: { D mv?: string } }",
    from: "spec.o.mv",
    to: "spec.t.mv",
  },
  "with the object around it and another field": {
    older: "spec?: { n?: string; E o?: { D mv?: string; b?: string } }",
    newer: "spec?: { n?: string; E t?: { D mv?: string; b?: string } }",
    from: "spec.o.mv",
    to: "spec.t.mv",
    more: `"spec.o.b": { to: "spec.t.b" }`,
  },
  "from the spec to the status": {
    older: "E spec?: { n?: string; D mv?: string }; E status?: { y?: string }",
    newer: "E spec?: { n?: string }; E status?: { y?: string; D mv?: string }",
    from: "spec.mv",
    to: "status.mv",
  },
  "into an object of the status": {
    older: "status?: { n?: string; D mv?: string }",
    newer: "status?: { n?: string; E t?: { D mv?: string } }",
    from: "status.mv",
    to: "status.t.mv",
  },
  "into an object of an element": {
    older: "spec?: { l?: { n?: string; D mv?: string }[] }",
    newer: "spec?: { l?: { n?: string; E t?: { D mv?: string } }[] }",
    from: "spec.l[].mv",
    to: "spec.l[].t.mv",
  },
  "out of an object of a value of a map": {
    older: "spec?: { l?: Record<string, { n?: string; E o?: { x?: string; D mv?: string } }> }",
    newer: "spec?: { l?: Record<string, { n?: string; E o?: { x?: string }; D mv?: string }> }",
    from: "spec.l[*].o.mv",
    to: "spec.l[*].mv",
  },
  "in its object": {
    older: "spec?: { n?: string; D mv?: string }",
    newer: "spec?: { n?: string; D mw?: string }",
    from: "spec.mv",
    to: "spec.mw",
  },
} as const satisfies Readonly<Record<string, MovedField>>;

type Place = keyof typeof moved;

/** The versions whose field has a default, and those in which objects around it have one. */
interface Defaults {
  readonly field: readonly ("older" | "newer")[];
  readonly objects: boolean;
}

const none: Defaults = { field: [], objects: false };
const older: Defaults = { field: ["older"], objects: false };
const newer: Defaults = { field: ["newer"], objects: false };
const both: Defaults = { field: ["older", "newer"], objects: false };
const all: Defaults = { field: ["older", "newer"], objects: true };

interface Row {
  readonly place: Place;
  readonly defaults: Defaults;
  readonly hub: "newer" | "older";
  readonly want: HardPair["want"];
  /** Whether the rule has the default. */
  readonly isDeclared?: true;
}

function pairOf({ place, defaults, hub, want, isDeclared }: Row): HardPair {
  const field: MovedField = moved[place];
  const body = (side: "older" | "newer"): string =>
    field[side]
      .replaceAll("D ", defaults.field.includes(side) ? `/** @default "p" */ ` : "")
      .replaceAll("E ", defaults.objects ? "/** @default {} */ " : "");
  const sides = defaults.field.join(" and ") || "no version";
  const rule = `"${field.from}": { to: "${field.to}"${isDeclared ? `, default: "p"` : ""} }`;
  const more = field.more === undefined ? "" : `, ${field.more}`;
  const newerRules = field.newerRules === undefined ? "" : `, newer: { ${field.newerRules} }`;
  return {
    name:
      `a field that moves ${place}, with a default of ${sides}` +
      `${defaults.objects ? " in objects with defaults" : ""}, ${isDeclared ? "declared, " : ""}and the ${hub} hub`,
    older: body("older"),
    newer: body("newer"),
    rules: `${hub === "older" ? `hub: "older", ` : ""}older: { ${rule}${more} }${newerRules}`,
    want,
  };
}

const gained = "conversion/gained-default";
const hubs = ["newer", "older"] as const;
// The keys of a constant are its own.
const places = Object.keys(moved) as Place[];

/** Each with one hub and the other. */
function rows(defaults: Defaults, chosen: readonly Place[], want: HardPair["want"]): Row[] {
  return chosen.flatMap((place) => hubs.map((hub) => ({ place, defaults, hub, want })));
}

function except(chosen: readonly Place[]): Place[] {
  return places.filter((place) => !chosen.includes(place));
}

const aloneInOlder: readonly Place[] = ["out of an object that it is alone in", "with the object around it"];
/** Whose hub keeps the field beside it, where it is the older version. */
const besideRemoved = "out of an object with a removed field";

const aloneInNewer: readonly Place[] = [
  "into a new object",
  "into a new object in another one",
  "with the object around it",
  "into an object of the status",
  "into an object of an element",
];
/** Whose hub keeps the field beside it, where it is the newer version. */
const besideAdded = "into a new object beside an added field";

const alwaysThere: readonly Place[] = [
  "into a required object of both versions",
  "with the object around it",
  "with the object around it and another field",
  "in its object",
];

const knownAgain: readonly Place[] = [
  "into an object of both versions",
  "into a required object of both versions",
  "with the object around it and another field",
  "in its object",
];

/** The pairs. */
export const movedDefaultPairs: readonly HardPair[] = [
  ...rows(none, ["into a new object", "from one object to another"], "proved"),
  ...rows(all, places, "proved"),
  ...rows(both, alwaysThere, "proved"),
  ...rows(both, except(alwaysThere), gained),
  ...rows(older, aloneInOlder, "proved"),
  { place: besideRemoved, defaults: older, hub: "newer", want: "proved" } as const,
  { place: besideRemoved, defaults: older, hub: "older", want: gained } as const,
  ...rows(older, except([...aloneInOlder, besideRemoved, "in its object"]), gained),
  { place: "in its object", defaults: older, hub: "newer", want: "proved" } as const,
  { place: "in its object", defaults: older, hub: "older", want: gained } as const,
  ...rows(newer, aloneInNewer, "proved"),
  { place: besideAdded, defaults: newer, hub: "newer", want: gained } as const,
  { place: besideAdded, defaults: newer, hub: "newer", isDeclared: true, want: gained } as const,
  { place: besideAdded, defaults: newer, hub: "older", want: "proved" } as const,
  ...except([...aloneInNewer, besideAdded]).flatMap((place): Row[] => [
    { place, defaults: newer, hub: "newer", want: "conversion/default-not-declared" },
    { place, defaults: newer, hub: "newer", isDeclared: true, want: "proved" },
    {
      place,
      defaults: newer,
      hub: "older",
      isDeclared: true,
      want: knownAgain.includes(place) ? "proved" : gained,
    },
  ]),
].map((row) => pairOf(row));
