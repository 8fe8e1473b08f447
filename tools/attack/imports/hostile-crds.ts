// Random CRDs with hostile strings, each with a kind of its own.
import { crdOfKind, hostileStrings, stringPositions } from "@capstan/generator-crd/testing";
import { stringify } from "yaml";
import type { Random } from "@capstan/repo";

/** A CRD and the text of its document. */
export interface HostileCrd {
  readonly kind: string;
  readonly crd: ReturnType<typeof crdOfKind>;
  readonly text: string;
  /** The positions that have a hostile string, with it. */
  readonly places: readonly (readonly [string, string])[];
}

/** Strings keep their meaning in every version of YAML. */
const yamlOptions = {
  lineWidth: 0,
  aliasDuplicateObjects: false,
  defaultStringType: "QUOTE_DOUBLE",
  defaultKeyType: "QUOTE_DOUBLE",
} as const;

/** A document with those line ends escaped that only YAML 1.1 has: in strings in double quotes, as Go writes them. */
function written(document: string): string {
  return document.replaceAll(
    /[\r\u0085\u2028\u2029]/g,
    (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Positions of names that a batch has once. */
const nameOfKind = "kind";
const places = Object.keys(stringPositions).filter((place) => place !== nameOfKind);

/** A CRD of the kind `Hostile<number>`, or rarely of a hostile kind. */
export function hostileCrd(random: Random, number: number): HostileCrd {
  const crd = crdOfKind(`Hostile${number}`);
  const put: (readonly [string, string])[] = [];
  const add = (place: string, text: string): void => {
    stringPositions[place]?.(crd, text);
    put.push([place, text]);
  };
  // Later names would be overwritten, so the kind is first.
  if (random.chance(0.01)) add(nameOfKind, `${hostileString(random)}${number}`);
  const count = 1 + random.below(3);
  for (let i = 0; i < count; i += 1) add(random.pick(places), hostileString(random));
  const text = written(random.chance(0.5) ? `${JSON.stringify(crd)}\n` : stringify(crd, yamlOptions));
  return { kind: crd.spec.names.kind, crd, text, places: put };
}

/** A hostile string, several of them, or random characters of all planes. */
function hostileString(random: Random): string {
  if (random.chance(0.6)) return random.pick(hostileStrings);
  if (random.chance(0.6)) return random.list(5, () => random.pick(hostileStrings)).join(random.pick(["", " ", "\n"]));
  return random.list(30, () => String.fromCodePoint(random.below(random.pick([0x80, 0x3000, 0x110000])))).join("");
}
