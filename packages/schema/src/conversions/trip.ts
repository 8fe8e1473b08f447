// A conversion between two versions, and the way of an object from one to the other and back: what the checks of a conversion compare.
import { deepClone, deepEqual, isJsonObject, type JsonPath } from "@capstan/kube";
import type { FieldError } from "../structural/fields/field-error.ts";
import { serveVersion, withoutData, type RejectedValue, type ServedVersion } from "./api-server.ts";
import type { CheckedConversion, KeptField, JsonFields } from "./checked-conversion.ts";
import { formatPath, stepsOf, valueAtPath, type Difference } from "./differences.ts";
import { lossLedger, type LossLedger } from "./loss-ledger.ts";
import { withoutSources } from "./outside-sources.ts";

/** A list whose elements keep their own data, or a map: its steps in both versions, and the field that tells the elements apart, if a form converts it. */
export interface ElementSteps extends StepsOfBoth {
  readonly key?: string;
}

/** The steps of a field in both versions. */
interface StepsOfBoth {
  readonly spoke: readonly string[];
  readonly hub: readonly string[];
}

/** Where a field is that the hub keeps. */
interface KeptSteps {
  readonly steps: readonly string[];
  readonly default?: unknown;
  readonly inside?: readonly string[];
}

/** Where a field is that the hub alone has. */
export interface OwnSteps {
  readonly steps: readonly string[];
  readonly inside: readonly string[];
  readonly default: unknown;
}

/** The steps of the fields that one rule converts. */
interface RuledSteps {
  readonly hub: readonly (readonly string[])[];
  readonly spoke: readonly (readonly string[])[];
}

/** A conversion as the checks use it: both versions as a server serves them, and its declared losses. */
export interface Pair {
  readonly hub: ServedVersion;
  readonly spoke: ServedVersion;
  readonly losses: LossLedger;
  /** The steps of the fields that the hub keeps for the spoke, with their values when nothing is kept, and the steps to the objects that they are lost with. */
  readonly keeps: readonly KeptSteps[];
  /** The steps of fields that the hub alone has, and to the objects around them, with their defaults. */
  readonly owns: readonly OwnSteps[];
  /** Versions beside the two. */
  readonly others: readonly ServedVersion[];
  /** The steps of paths at which the versions have different objects. */
  readonly reused: readonly (readonly string[])[];
  /** Fields that the spoke does not have in the object at that path of the hub. */
  readonly movedIn: readonly StepsOfBoth[];
  /** Lists whose elements keep their own data. */
  readonly elements: readonly ElementSteps[];
  /** The steps of the fields of each rule. */
  readonly rules: readonly RuledSteps[];
  readonly convert: (object: JsonFields, to: ServedVersion) => object;
}

/** The pair of a conversion. Functions of authors run without the clock, random numbers and the environment: with them a webhook gives two clients two answers for one stored object. */
export function pairOf(conversion: CheckedConversion): Pair {
  const { hub, spoke, convert, losses = [], bounds = [], keeps = [], owns = [], others = [] } = conversion;
  const { reused = [], movedIn = [], elements = [], fields = [] } = conversion;
  return {
    hub: serveVersion(hub),
    spoke: serveVersion(spoke),
    losses: lossLedger(losses, bounds),
    keeps: keeps.map(stepsOfKept),
    owns: owns.map(({ at, inside, ...value }) => ({ steps: stepsOf(at), inside: stepsOf(inside), ...value })),
    others: others.map(serveVersion),
    reused: reused.map(stepsOf),
    movedIn: movedIn.map(stepsOfBoth),
    elements: elements.map((list) => ({ ...list, ...stepsOfBoth(list) })),
    rules: fields.map((one) => ({ hub: one.hub.map(stepsOf), spoke: one.spoke.map(stepsOf) })),
    convert: (object, to) => withoutSources(() => convert(object, to.apiVersion)),
  };
}

function stepsOfBoth({ spoke, hub }: { readonly spoke: string; readonly hub: string }): StepsOfBoth {
  return { spoke: stepsOf(spoke), hub: stepsOf(hub) };
}

function stepsOfKept(field: string | KeptField): KeptSteps {
  if (typeof field === "string") return { steps: stepsOf(field) };
  const { at, inside, ...value } = field;
  return { steps: stepsOf(at), ...value, ...(inside === undefined ? {} : { inside: stepsOf(inside) }) };
}

interface Journey {
  readonly start: JsonFields;
  readonly from: ServedVersion;
  readonly to: ServedVersion;
  /** Whether the server sets the defaults of the version in between. */
  readonly defaults?: boolean;
}

/** An object before, in the other version, and after. */
export interface Trip {
  readonly start: JsonFields;
  readonly there: JsonFields;
  readonly back: JsonFields;
}

/** The same with what the versions reject. */
export interface ValidatedTrip extends Trip {
  /** What the other version rejects. */
  readonly errors: readonly RejectedValue[];
  /** What its own version rejects of what comes back. */
  readonly errorsBack: readonly RejectedValue[];
}

/** Converts an object and back, and prunes and validates it as the server of each version does. */
export function travel(pair: Pair, { start, from, to, defaults = false }: Journey): ValidatedTrip {
  const { object, errors } = to.receive(pair.convert(deepClone(start), to));
  const there = defaults ? to.withDefaults(object) : object;
  const returned = from.receive(pair.convert(deepClone(there), from));
  return { start, there, back: returned.object, errors, errorsBack: returned.errors };
}

/** Throws when a version rejects what becomes of an object. */
export function expectValid(
  { start, there }: Pick<Trip, "start" | "there">,
  { apiVersion }: ServedVersion,
  errors: readonly FieldError[],
): void {
  const [first] = errors;
  if (first === undefined) return;
  throw new Error(
    [
      `the object is not valid in ${apiVersion}: ${first.field}: ${first.message}`,
      `  help: give both versions the same bounds, or declare in the rule of this field, not of one inside it, that they differ: \`bounds: "differ"\`; ` +
        `a required field needs a default, or functions that give it, or a field in it, for every object; where none of these helps, convert the object around it as a whole by functions`,
      `was: ${JSON.stringify(start)}`,
      `is:  ${JSON.stringify(there)}`,
    ].join("\n"),
  );
}

/** Throws when a version rejects an object only because of what was kept for it, whatever bounds and losses are declared: without that data, the same object becomes a valid one. */
export function expectValidWithData(pair: Pair, { start, there, errors }: ValidatedTrip, to: ServedVersion): void {
  const plain = withoutData(start);
  if (errors.length === 0 || deepEqual(plain, start)) return;
  const rejected = new Set(to.receive(pair.convert(plain, to)).errors.map(({ path }) => formatPath(path)));
  // A client may add more elements than there is place for beside those that only the hub has.
  const isTooLong = ({ path, reason }: RejectedValue): boolean =>
    reason === "FieldValueTooMany" && Array.isArray(valueAtPath(there, path));
  const ofData = errors.find((error) => !isTooLong(error) && !rejected.has(formatPath(error.path)));
  if (ofData === undefined) return;
  throw new Error(
    [
      `what is kept of the object makes it one that ${to.apiVersion} rejects: ${ofData.field}: ${ofData.message}`,
      "  help: convert the object around it as a whole, or the fields that do not go together in one rule of `together`, by functions",
      `was: ${JSON.stringify(start)}`,
      `is:  ${JSON.stringify(there)}`,
    ].join("\n"),
  );
}

/** Throws when the other version rejects an object of the hub, and no rule says that their bounds differ. */
export function expectValidSpoke(pair: Pair, trip: ValidatedTrip): void {
  const unexplained = trip.errors.filter((error) => !pair.losses.coversSpokeError(error));
  expectValid(trip, pair.spoke, unexplained);
  expectValidWithData(pair, trip, pair.spoke);
}

/** Throws when an object comes back from a valid one of the hub as one that no client can write again: losses are of values. */
export function expectValidReturn(pair: Pair, { start, back, errors, errorsBack }: ValidatedTrip): void {
  if (errors.length > 0) return;
  const unexplained = errorsBack.filter((error) => !pair.losses.coversSpokeError(error));
  expectValid({ start, there: back }, pair.spoke, unexplained);
}

/** Throws when a result has a duration that Go does not read, and the object had none. */
export function expectReadable({ start, there, back }: Trip, from: ServedVersion, to: ServedVersion): void {
  if (from.unreadDurations(start).length > 0) return;
  const results = [
    { version: to, result: there },
    { version: from, result: back },
  ];
  for (const { version, result } of results) {
    const [first] = version.unreadDurations(result);
    if (first === undefined) continue;
    throw new Error(
      [
        `${version.apiVersion} has ${text(first)} in a field of type Duration, which no Go client can read`,
        "  help: give a duration of Go such as 1m30s from the function that sets the field; the longest is 2562047h47m16s",
        `was: ${JSON.stringify(start)}`,
        `is:  ${JSON.stringify(result)}`,
      ].join("\n"),
    );
  }
}

/** What is compared, and the help where no rule of the field alone is wrong. */
interface ComparedTrip extends Trip {
  readonly help?: (path: JsonPath) => string;
}

/** Throws with the first difference, if there is one. */
export function expectSame(
  { start, there, back, help }: ComparedTrip,
  found: readonly Difference[],
  when: string,
): void {
  const [first] = found;
  if (first === undefined) return;
  throw new Error(
    [
      `${when}: ${formatPath(first.path)} was ${text(first.was)} and is ${text(first.is)}`,
      `  help: ${help?.(first.path) ?? helpForGained(first, { start, back }, when) ?? helpFor(first.path)}`,
      `start:     ${JSON.stringify(start)}`,
      `converted: ${JSON.stringify(there)}`,
      `back:      ${JSON.stringify(back)}`,
    ].join("\n"),
  );
}

/** The help for a value that was absent, where it is a default; undefined where nothing says so. */
function helpForGained(found: Difference, trip: Pick<Trip, "start" | "back">, when: string): string | undefined {
  if (found.was !== undefined) return undefined;
  // The API server has set what came back: neither another form nor a declared loss keeps the field absent.
  if (when.includes(" defaults")) return helpForDefault;
  return isInMadeObject(found, trip) ? helpForMade(found.path) : undefined;
}

/** Whether what came back is beside another value in an object that was not there: that value made the object, and its loss is declared. */
function isInMadeObject({ path }: Difference, { start, back }: Pick<Trip, "start" | "back">): boolean {
  const around = path.slice(0, -1);
  const object = valueAtPath(back, around);
  if (around.length < 2 || valueAtPath(start, around) !== undefined) return false;
  return isJsonObject(object) && Object.keys(object).length > 1;
}

function helpForMade(path: JsonPath): string {
  const [field, object] = [path, path.slice(0, -1)].map(formatPath);
  return (
    `${object} was not there, and a value beside ${field} makes it, such as one of functions whose loss is declared. If ${field} has a default then, ` +
    `let both versions have it, and \`@default {}\` for the objects around it, or remove it from both and from the rule; else choose a form of \`as\` that keeps it absent`
  );
}

const helpForDefault =
  "give the field's rule the default that the schema of the newer version has, in that version's form: `default: ...`; " +
  "or let both versions have the default and `@default {}` for the objects around the field, or remove it from both";

function helpFor(path: JsonPath): string {
  const [part] = path;
  // No rule names these.
  if (part === "metadata")
    return "no rule changes metadata: where functions of your own convert, they must give the same result each time; else report the types and the rules to Capstan";
  if (path.length === 1)
    return `no rule is for all of ${part}: it goes or comes with the fields that rules move out of it or into it, so let one of them stay, or give one that stays no default`;
  const rule = path
    .map((step) => (typeof step === "number" ? "[]" : `.${step}`))
    .join("")
    .replace(/^\./, "");
  return `choose a form of \`as\` for ${rule} that keeps this value, or name the values that are lost in the field's rule`;
}

function text(value: unknown): string {
  return value === undefined ? "absent" : JSON.stringify(value);
}
