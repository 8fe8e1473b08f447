// Two random versions of a kind, as an author would have them: the newer one is the older one with a few changes.
import fc, { type GeneratorValue } from "fast-check";

interface Field {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
  /** What its `@default` says. */
  readonly set?: string;
}

interface Fields {
  readonly optional: boolean;
  readonly fields: readonly Field[];
  /** Its tag: a default, where it can be empty, or that it cannot. */
  readonly tag?: ObjectTag;
}

type ObjectTag = "@default {}" | "@minProperties 1";

/** The objects of a version by their paths: `spec`, `status`, objects in the spec, and objects in these. */
type Version = Readonly<Record<string, Fields>>;

/** Two versions and the moves between them: what nobody but the author knows. */
export interface RandomPair {
  readonly older: string;
  readonly newer: string;
  /** Older paths, and where they are in the newer version. */
  readonly moves: ReadonlyMap<string, string>;
  readonly hub: "older" | "newer";
}

const defaults: Readonly<Record<string, string>> = { string: `"d"`, Int32: "5", boolean: "true", [`"a" | "b"`]: `"a"` };
const types = [
  ...Object.keys(defaults),
  "string[]",
  "{ [key: string]: string }",
  "{ p?: string }",
  "{ q: string; p?: Int32 }",
  "Quantity",
  "Duration",
];

/** What happens to a field, and how often. */
const changes = [
  "rename",
  "move",
  "move",
  "leave",
  "leave",
  "type",
  "presence",
  "add",
  "remove",
  "default",
  "object",
  "tag",
] as const;

/** The pair of a seed. */
export function randomPair(seed: number): RandomPair {
  const [draw] = fc.sample(fc.gen(), { seed, numRuns: 1 });
  if (draw === undefined) throw new Error("fast-check has drawn nothing");
  return new PairDraw(draw).pair();
}

class PairDraw {
  readonly #draw: GeneratorValue;
  readonly #moves = new Map<string, string>();

  constructor(draw: GeneratorValue) {
    this.#draw = draw;
  }

  pair(): RandomPair {
    const inSpec = ["spec.o", "spec.u"].filter(() => this.#chance(60));
    const deeper = ["spec.o.p", "spec.o.p.q"].slice(0, inSpec.includes("spec.o") ? this.#number(0, 2) : 0);
    const older: Version = {
      spec: this.#object(3, this.#chance(60)),
      ...Object.fromEntries([...inSpec, ...deeper].map((path) => [path, this.#tagged(2, this.#chance(70))])),
      status: this.#object(1, true),
    };
    let newer = older;
    const changed = new Set<string>();
    for (let rest = this.#number(1, 2); rest > 0; rest -= 1) newer = this.#changed(newer, changed);
    const hub = this.#chance(40) ? "older" : "newer";
    return { older: textOf(older), newer: textOf(newer), moves: this.#moves, hub };
  }

  #changed(version: Version, changed: Set<string>): Version {
    const [place, object] = this.#pick(Object.entries(version).filter(([, { fields }]) => fields.length > 0));
    const field = this.#pick(object.fields);
    const path = `${place}.${field.name}`;
    // A field changes once: what it was called before is not known any more.
    if (changed.has(path) || isSpare(field)) return version;
    changed.add(path);
    const others = { ...object, fields: object.fields.filter((one) => one !== field) };
    const replaced = (next: Field): Version => ({
      ...version,
      [place]: { ...object, fields: object.fields.map((one) => (one === field ? next : one)) },
    });
    switch (this.#pick(changes)) {
      case "rename":
        return this.#moved({ ...version, [place]: others }, { path, field, to: place });
      case "move":
        return this.#moved({ ...version, [place]: others }, { path, field, to: this.#pick(Object.keys(version)) });
      case "leave": {
        const own: Fields = version["spec.n"] ?? {
          optional: this.#chance(60),
          fields: this.#chance(30) ? [this.#field("y")] : [],
        };
        return this.#moved({ ...version, [place]: others, "spec.n": own }, { path, field, to: "spec.n" });
      }
      case "type":
        return replaced({ ...plain(field), type: this.#pick(types) });
      case "presence":
        return replaced(other(field));
      case "add":
        return { ...version, [place]: { ...object, fields: [...object.fields, this.#field(`x${changed.size}`)] } };
      case "remove":
        return { ...version, [place]: others };
      case "default":
        return replaced(field.set === undefined ? withDefault({ ...field, optional: true }) : plain(field));
      case "object":
        return place === "status" ? version : { ...version, [place]: { ...object, optional: !object.optional } };
      case "tag":
        return isInSpec(place) ? { ...version, [place]: this.#withTag(object) } : version;
    }
  }

  #moved(
    version: Version,
    { path, field, to }: { readonly path: string; readonly field: Field; readonly to: string },
  ): Version {
    const target = version[to] ?? { optional: true, fields: [] };
    const name = `${field.name}${this.#moves.size}`;
    const moved = { ...(this.#chance(30) ? other(field) : field), name };
    this.#moves.set(path, `${to}.${name}`);
    return { ...version, [to]: { ...target, fields: [...target.fields, moved] } };
  }

  #object(most: number, optional: boolean): Fields {
    const names = ["a", "b", "c"].slice(0, this.#number(1, most));
    return { optional, fields: [...names.map((name) => this.#field(name)), ...(most === 2 ? [] : [spare])] };
  }

  #tagged(most: number, optional: boolean): Fields {
    const object = this.#object(most, optional);
    return this.#chance(25) ? this.#withTag(object) : object;
  }

  /** The object with a tag, or without the one that it has. */
  #withTag({ tag, ...object }: Fields): Fields {
    if (tag !== undefined) return object;
    return { ...object, tag: this.#chance(60) ? "@default {}" : "@minProperties 1" };
  }

  #field(name: string): Field {
    const field = { name, type: this.#pick(types), optional: this.#chance(65) };
    return field.optional && this.#chance(12) ? withDefault(field) : field;
  }

  #chance(percent: number): boolean {
    return this.#number(0, 99) < percent;
  }

  #number(least: number, most: number): number {
    return this.#draw(fc.nat, most - least) + least;
  }

  #pick<T>(all: readonly T[]): T {
    return this.#draw(() => fc.constantFrom(...all));
  }
}

/** A field that stays, so that no object is without fields. */
const spare: Field = { name: "z", type: "string", optional: true };

function isSpare({ name }: Field): boolean {
  return !["a", "b", "c"].includes(name);
}

function plain({ name, type, optional }: Field): Field {
  return { name, type, optional };
}

function other(field: Field): Field {
  return { ...plain(field), optional: !field.optional };
}

function withDefault(field: Field): Field {
  const set = defaults[field.type];
  return set === undefined ? field : { ...field, set };
}

function isInSpec(place: string): boolean {
  return place.startsWith("spec.");
}

function textOf(version: Version): string {
  return `${objectText(version, "spec")}; ${objectText(version, "status")}`;
}

/** An object with those in it; empty for one that all fields have left. */
function objectText(version: Version, path: string): string {
  const { optional, fields, tag } = version[path] ?? { optional: true, fields: [] };
  const paths = Object.keys(version).filter((one) => one.slice(0, one.lastIndexOf(".")) === path);
  const inner = paths.map((one) => objectText(version, one)).filter((text) => text !== "");
  const own = fields.map(
    ({ name, type, optional: isOptional, set }) =>
      `${set === undefined ? "" : `/** @default ${set} */ `}${name}${isOptional ? "?" : ""}: ${type}`,
  );
  const parts = [...own, ...inner];
  if (parts.length === 0 && isInSpec(path)) return "";
  // A schema rejects a default that is not a value of its object.
  const canBeEmpty = optional && fields.every((one) => one.optional) && inner.every((text) => isOptionalText(text));
  const written = tag === undefined || (tag === "@default {}" && !canBeEmpty) ? "" : `/** ${tag} */ `;
  return `${written}${path.slice(path.lastIndexOf(".") + 1)}${optional ? "?" : ""}: { ${parts.join("; ")} }`;
}

function isOptionalText(text: string): boolean {
  return /^(?:\/\*\*[^*]*\*\/ )?\w+\?/.test(text);
}
