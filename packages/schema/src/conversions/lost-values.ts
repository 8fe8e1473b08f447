// The values that the built-in forms of conversions do not bring back, as predicates for declared losses. Written from the documentation
// of the forms, not from their code.
import { isJsonObject } from "@capstan/kube";
import { elementDepth, stepsOf, valueAtPath } from "./differences.ts";
import type { DeclaredLoss, JsonFields } from "./checked-conversion.ts";

/** Whether a value is lost. */
export type LostValues = DeclaredLoss["affects"];

/** Every value. */
export const anyValue: LostValues = (value) => value !== undefined;

/** No value: the other version has a default for it. */
export const noValue: LostValues = (value) => value === undefined;

/** An object without fields: the other version has no such object, or rejects it when it is empty. */
export const emptyObject: LostValues = (value) => isJsonObject(value) && Object.keys(value).length === 0;

/** An object whose fields are all absent, empty or zero. */
export const emptyFields: LostValues = (value) => isJsonObject(value) && Object.values(value).every(isNothing);

function isNothing(value: unknown): boolean {
  if (isJsonObject(value)) return Object.values(value).every(isNothing);
  return value === undefined || value === "" || value === 0 || value === false;
}

/** Every value but this one, and no value: the other version has no such field, and gives this default. */
export function otherThan(value: unknown): LostValues {
  return (found) => JSON.stringify(found) !== JSON.stringify(value);
}

/** These values. */
export function oneOf(...values: readonly unknown[]): LostValues {
  return (found) => values.includes(found);
}

/** The values that the function `loses` of a rule names. */
export function namedBy(rule: unknown): LostValues {
  const loses = isJsonObject(rule) ? rule["loses"] : undefined;
  if (typeof loses !== "function") throw new Error("the rule has no function `loses`");
  return (value) => value !== undefined && isLostBy(loses, value);
}

/** Conversions give a null to no function whose type has none, so such a function may throw for it. */
function isLostBy(loses: Function, value: unknown): boolean {
  try {
    return loses(value) === true;
  } catch (error) {
    if (value === null) return false;
    throw error;
  }
}

/**
 * The values for which the function `loses` of a rule for several fields is true: it gets those of a version by name. `root` is where templates have
 * the fields.
 */
export function namedTogether(rule: unknown, root: string = "", version: "older" | "newer" = "older"): LostValues {
  const { loses, [version]: fields } = isJsonObject(rule) ? rule : {};
  if (typeof loses !== "function" || !isJsonObject(fields)) throw new Error("the rule has no function `loses`");
  return (_, __, element) => {
    const values = Object.entries(fields).map(([name, path]) => {
      const steps = stepsOf(`${root}${String(path)}`);
      return [name, valueAtPath(element, steps.slice(elementDepth(steps)))] as const;
    });
    const present = values.filter(([, value]) => value !== undefined);
    return present.length > 0 && loses(Object.fromEntries(present)) === true;
  };
}

/** The numbers of each width; JavaScript has no others of 64 bits exactly. */
const range = {
  32: { least: -2_147_483_648, most: 2_147_483_647 },
  64: { least: Number.MIN_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER },
} as const;

function isBeyond(number: number, width: keyof typeof range): boolean {
  return number < range[width].least || number > range[width].most;
}

const goDuration = /^-?(?:(?<h>[1-9]\d*)h(?<hm>[1-5]?\d)m|(?<m>[1-5]?[1-9]|[1-5]0)m)?(?<s>[1-5]?\d)s$/;

/** Durations that are not a whole number of seconds within 32 bits as Go writes it: "1m30s", not "90s". */
export const notWholeSeconds: LostValues = (value) => {
  if (value === undefined) return false;
  const {
    h = 0,
    hm = 0,
    m = 0,
    s = 0,
  } = (typeof value === "string" ? goDuration.exec(value)?.groups : undefined) ?? {};
  if (typeof value !== "string" || !goDuration.test(value) || value === "-0s") return true;
  const seconds = Number(h) * 3600 + (Number(hm) + Number(m)) * 60 + Number(s);
  return isBeyond(value.startsWith("-") ? -seconds : seconds, 32);
};

/** Seconds beyond 32 bits. */
export const beyondInt32: LostValues = (value) => typeof value === "number" && isBeyond(value, 32);

/** References that are not `{ apiVersion, kind, name, namespace }` with the version and with the namespace of the object. */
export function foreignReference(version: string): LostValues {
  return (value, object) => {
    if (!isJsonObject(value)) return false;
    const { apiVersion, kind, name, namespace, ...more } = value;
    const found = typeof apiVersion === "string" ? apiVersion.split("/").at(-1) : undefined;
    const complete = isName(kind) && isName(name) && found === version && Object.keys(more).length === 0;
    return !complete || namespace !== namespaceOf(object) || String(apiVersion).split("/").length > 2;
  };
}

function isName(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function namespaceOf(object: JsonFields): unknown {
  const metadata = object["metadata"];
  return isJsonObject(metadata) ? (metadata["namespace"] ?? "") : "";
}

/** References that are not `{ apiVersion, kind, name }` to this kind. */
export function otherReference(apiVersion: string, kind: string): LostValues {
  return (value) => {
    if (!isJsonObject(value)) return false;
    const isThis = value["apiVersion"] === apiVersion && value["kind"] === kind && isName(value["name"]);
    return !isThis || Object.keys(value).length > 3;
  };
}

/** Lists that are not sorted by the bytes of this field, or name an element twice. */
export function unsortedBy(key: string): LostValues {
  return (value) => {
    const names = elements(value).map((element) => String(element[key]));
    const bytes = names.map((name) => Buffer.from(name));
    return bytes.some((name, index) => index > 0 && Buffer.compare(bytes[index - 1] ?? name, name) >= 0);
  };
}

/** A whole number in a string: without a plus, and without zeros before it. */
const plainNumber = /^(?:0|-?[1-9]\d{0,15})$/;

/** Strings that are not a whole number of this width as it is written: "7", not "07". */
export function notPlainNumber(width: 32 | 64): LostValues {
  return notWholeOf("", width);
}

/** Quantities that are not a whole number of the unit, of this width: "1024Mi", not "1Gi". */
export function notWholeOf(unit: string, width: 32 | 64): LostValues {
  return (value) => {
    if (value === undefined) return false;
    if (typeof value !== "string" || !value.endsWith(unit)) return true;
    const number = value.slice(0, value.length - unit.length);
    return !plainNumber.test(number) || isBeyond(Number(number), width);
  };
}

/** Objects with a field in them. */
export const anyFields: LostValues = (value) => isJsonObject(value) && Object.keys(value).length > 0;

/** Lists that have no value, or more than one. */
export const notOneValue: LostValues = (value) => Array.isArray(value) && value.length !== 1;

/** Conditions with a severity that Kubernetes' own cannot say: it comes back as Info while the status is False. Nor can they say that there is no reason, or an empty one. */
export const severities: LostValues = (value) =>
  elements(value).some(({ status, severity, reason, message }) => {
    const isPlain = severity === (status === "False" ? "Info" : undefined) && message !== "";
    return !isPlain || reason === "" || reason === "NoReasonReported";
  });

/** Conditions with an observed generation, which those with a severity cannot say. */
export const observedGenerations: LostValues = (value) =>
  elements(value).some(({ observedGeneration }) => observedGeneration !== undefined);

function elements(value: unknown): readonly JsonFields[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
