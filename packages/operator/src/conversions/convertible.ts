// Rejects at the write what conversions could not read back. An object that one version cannot be converted to fails every list of that version, of
// every user, so each create and update of a converted kind is tried in all versions before it is stored. So are changes of what conversions keep in an annotation.
import type { Converter } from "@capstan/contract/codegen/v1";
import { conversionBudget } from "@capstan/contract/codegen/v1";
import { CapstanError, errorOf, excerpt, isJsonObject, jsonExcess, type KubeObject } from "@capstan/kube";
import { fieldStart, namedFields, skipBlanks } from "@capstan/kube/json-text";
import { inTurn, type TurnOptions } from "@capstan/kube/turns";
import { type BodyLimits, jsonResponse, parseJsonBody, type Route } from "@capstan/serve";
import { operatorErrors } from "../operator-errors.ts";
import { conversionsInWork, type MadeBytes } from "./conversions-in-work.ts";
import { conversionLimits, type ConversionRouteOptions } from "./conversion-webhook.ts";
import {
  byGroupAndKind,
  codedError,
  convertObject,
  isPanic,
  mostCheckedBytes,
  objectBytes,
  type ObjectConversion,
  parseObject,
  setStoredDefaults,
  sizeError,
} from "./convert-object.ts";
import { convertiblePath } from "./described-conversions.ts";
import { type ChangedData, changedData, changedDataError, patternsFor } from "./kept-data.ts";
import { type Growth, growthOf, noGrowth } from "./later-growth.ts";
import { nameIn, withoutManagedFields } from "./raw-object.ts";
import { smallReviewBytes } from "./review-parts.ts";
import {
  admissionAnswer,
  rawReviewNamespace,
  requestOf,
  reviewNamespace,
  usedOf,
  type WebhookReview,
} from "../webhooks/reviews.ts";
import { storedJson, TooLongJson } from "./stored-json.ts";

/** What a review has beside the object and the old one. */
const envelopeBytes = 1024 * 1024;
/** And how many values: the user who writes can have hundreds of groups. */
const mostEnvelopeValues = 20_000;

/** The route that checks objects of kinds with these converters. Its options are those of the conversion webhook. */
export function convertibleRoute(
  conversions: readonly Converter[],
  { report = () => undefined, onPanic = () => undefined, limits: given, apiVersionOf }: ConversionRouteOptions = {},
): Route {
  const limits = { ...conversionLimits, ...given };
  const context = apiVersionOf === undefined ? {} : { apiVersionOf };
  const conversion = { byKind: byGroupAndKind(conversions), limits, context };
  return {
    method: "POST",
    path: convertiblePath,
    limits: { ...limits, bodyBytes: 2 * objectBytes + envelopeBytes },
    async handle(http) {
      const body = await http.body();
      const { parts, change, review } = await readReview(body, limits, http.signal);
      const converter = review && converterFor(review, conversion);
      if (review === undefined || converter === undefined)
        return jsonResponse(400, { error: "the body is not an AdmissionReview of a kind that is converted here" });
      const ofStatus = review.request["subResource"] === "status";
      const turn = { owner: () => reviewNamespace(review), signal: http.signal };
      const check = { conversion, converter, version: versionOf(review), ofStatus, turn };
      const problem =
        problemOfSize(parts) ??
        (await problemOfData(change, check)) ??
        (await conversionsInWork.answer({ bytes: body.length, namespace: () => reviewNamespace(review) }, (made) =>
          problemOf(parts, { ...check, made }),
        ));
      return admissionAnswer(review, problem && tell(problem, parts, { report, onPanic }));
    },
  };
}

interface ReadReview {
  readonly parts: AdmissionParts;
  readonly change: ChangedData | undefined;
  readonly review: WebhookReview | undefined;
}

/** Reads a large review in three pieces of work. */
async function readReview(body: Uint8Array, limits: BodyLimits, signal: AbortSignal): Promise<ReadReview> {
  const namespace = rawReviewNamespace(body);
  const piece = <T>(work: () => T): Promise<T> | T =>
    body.length <= smallReviewBytes ? work() : inTurn(work, { owner: () => namespace, signal });
  const parts = await piece(() => partsOf(body));
  const { envelope, object, old } = parts;
  const isLong = envelope.length > envelopeBytes;
  const most = { ...limits, jsonValues: mostEnvelopeValues };
  const review = isLong ? undefined : await piece(() => requestOf(parseJsonBody(envelope, most), "AdmissionReview"));
  const used = review && usedOf(review);
  if (object === undefined || sizeError(object) !== undefined) return { parts, change: undefined, review: used };
  const isDryRun = used?.request["dryRun"] === true;
  return { parts, change: await piece(() => changedData({ object, old, isDryRun })), review: used };
}

function converterFor({ request }: WebhookReview, { byKind }: ObjectConversion): Converter | undefined {
  const { kind: named } = request;
  return isJsonObject(named) ? byKind.get(`${textOf(named["group"])}/${textOf(named["kind"])}`) : undefined;
}

function versionOf({ request }: WebhookReview): string {
  const { kind: named } = request;
  return isJsonObject(named) ? textOf(named["version"]) : "";
}

/** An API server sends strings; what else a caller sends may have no text. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A review in parts: the objects are not parsed. */
interface AdmissionParts {
  /** The review without its objects. */
  readonly envelope: Uint8Array;
  readonly object: Uint8Array | undefined;
  readonly old: Uint8Array | undefined;
}

function partsOf(body: Uint8Array): AdmissionParts {
  const request = fieldStart(body, skipBlanks(body, 0), "request")?.value ?? body.length;
  const fields = namedFields(body, request, ["object", "oldObject"]);
  const [object, old] = fields.map((field) => field && body.subarray(field.value, field.end));
  const rest: Uint8Array[] = [];
  let from = 0;
  for (const field of fields.filter((one) => one !== undefined).toSorted((a, b) => a.value - b.value)) {
    rest.push(body.subarray(from, field.value), Buffer.from("null"));
    from = field.end;
  }
  return { envelope: Buffer.concat([...rest, body.subarray(from)]), object: given(object), old: given(old) };
}

/** Null is written in place of an object that a request does not have. */
function given(json: Uint8Array | undefined): Uint8Array | undefined {
  return json === undefined || Buffer.compare(json, Buffer.from("null")) === 0 ? undefined : json;
}

/** Why a write is rejected. */
interface Problem {
  /** The version in which the object would not be available, if it is that. */
  readonly apiVersion?: string;
  readonly error: unknown;
}

interface Check {
  readonly converter: Converter;
  readonly conversion: ObjectConversion;
  /** The version of the request. */
  readonly version: string;
  /** Whether the request is about the status alone. */
  readonly ofStatus: boolean;
  /** The namespace of the object as owner: those who write in one do not keep those of others waiting. */
  readonly turn: TurnOptions;
}

/** A check that converts. */
interface ConvertingCheck extends Check {
  readonly made: MadeBytes;
}

/** Nothing of an object that is too large is looked at, whatever it was before. */
function problemOfSize({ object }: AdmissionParts): Problem | undefined {
  const error = object && sizeError(object);
  return error && { error };
}

/** What a write does with the annotation that it may not. A write of the status takes the annotation from the stored object, whatever it sends. */
async function problemOfData(
  change: ChangedData | undefined,
  { converter, version, ofStatus, turn }: Check,
): Promise<Problem | undefined> {
  if (change === undefined || ofStatus) return undefined;
  const matches = await patternsFor(change);
  const error = await inTurn(() => changedDataError(change, { converter, version, matches }), turn);
  return error && { error };
}

/**
 * The first version that the request takes from the object; undefined when there is none. An object that a version did not have before either can be
 * changed: its finalizers have to go, and lists fail already. Every write leaves room for what is added without a check, and writes of users leave a
 * share beside it, so that what controllers add to the status fits. An object that has neither, from before there was such a check, may have all.
 */
async function problemOf(
  { object, old }: AdmissionParts,
  { conversion, ofStatus, ...check }: ConvertingCheck,
): Promise<Problem | undefined> {
  if (object === undefined) return undefined;
  const { made, turn } = check;
  const tried = (json: Uint8Array): Promise<TriedObject> => {
    const bytesOf = (one: TriedObject): number => (one.json === json ? 0 : one.json.length);
    return made.make({ work: () => triedObject(json, conversion), bytesOf, turn });
  };
  const now = await tried(object);
  const was = old && (await tried(old));
  for (const margin of marginsOf(conversion, ofStatus)) {
    const problems = await problemsOf(now, { ...check, margin });
    if (problems.length === 0) return undefined;
    const before = was === undefined ? [] : await problemsOf(was, { ...check, margin });
    const added = problems.find(({ apiVersion }) => before.every((known) => known.apiVersion !== apiVersion));
    if (added !== undefined) return added;
  }
  return undefined;
}

/** An object that is tried in all versions. */
interface TriedObject {
  /** Without managed fields: they can be removed later, and make no object larger. */
  readonly json: Uint8Array;
  readonly growth: Growth;
}

function triedObject(object: Uint8Array, { limits }: ObjectConversion): TriedObject {
  const json = withoutManagedFields(object);
  const most = { values: limits.jsonValues, depth: Number.POSITIVE_INFINITY, shapes: Number.POSITIVE_INFINITY };
  // It is rejected however far it can grow.
  if (jsonExcess(json, most) !== undefined) return { json, growth: noGrowth };
  return { json, growth: growthOf(json) };
}

/** What an object may be that can grow so far. */
type Margin = (growth: Growth) => ObjectConversion;

/** What is left for the status, the scale, and defaults of later releases: a sixteenth of each limit. */
const statusShare = 1 / 16;

/** The checks in turn: from the most that is left to nothing. */
function marginsOf(conversion: ObjectConversion, ofStatus: boolean): readonly Margin[] {
  const unchecked: Margin = (growth) => withMargin(conversion, growth, 0);
  const forStatus: Margin = (growth) => withMargin(conversion, growth, statusShare);
  return [...(ofStatus ? [] : [forStatus]), unchecked, () => conversion];
}

function withMargin({ limits, context, ...rest }: ObjectConversion, growth: Growth, share: number): ObjectConversion {
  const less = (limit: number, grown = 0): number => limit - Math.max(Math.ceil(limit * share), grown);
  const { annotationBytes, steps } = conversionBudget;
  return {
    ...rest,
    limits: {
      ...limits,
      jsonValues: less(limits.jsonValues, growth.values),
      jsonShapes: less(limits.jsonShapes, growth.shapes),
      bodyBytes: Math.min(limits.bodyBytes, objectBytes) - growth.bytes,
    },
    context: {
      ...context,
      budget: { annotationBytes: less(annotationBytes, growth.annotationBytes), steps: less(steps) },
    },
  };
}

interface Tried extends Pick<ConvertingCheck, "converter" | "version" | "turn" | "made"> {
  readonly margin: Margin;
}

/**
 * The versions that an object cannot be converted to, by way of the hub as the conversion webhook does it, or not back from when it is stored there: the hub's object to
 * each other version and back, and from there to each further one.
 */
function problemsOf({ json, growth }: TriedObject, tried: Tried): Promise<readonly Problem[]> {
  const { converter, version, made } = tried;
  const { group, hub, versions } = converter;
  const conversion = tried.margin(growth);
  const convertible = withReport(conversion, failOn(noDuration));
  // A user's annotation that cannot be read counts as absent. One that conversions wrote has what the object would lose.
  const strict = withReport(conversion, failOn(unreadable));
  const fromHub = hub === `${group}/${version}` ? conversion : strict;
  return made.during(async () => {
    const atHub = await convert({ from: json, to: hub, by: convertible }, tried);
    if ("error" in atHub) return versions.map((apiVersion) => ({ apiVersion, error: atHub.error }));
    const problems: Problem[] = [];
    for (const apiVersion of versions.filter((other) => other !== hub)) {
      const step = { from: atHub.value, to: apiVersion, by: fromHub };
      problems.push(...(await made.during(() => problemsAt(step, { ...tried, strict }))));
    }
    return problems;
  });
}

/** One conversion of an object. */
interface Step {
  readonly from: Uint8Array;
  readonly to: string;
  readonly by: ObjectConversion;
}

/** The versions that the hub's object cannot be converted to by way of one version: the version itself, or not back from it, and further ones. */
async function problemsAt(
  step: Step,
  { strict, ...tried }: Tried & { readonly strict: ObjectConversion },
): Promise<readonly Problem[]> {
  const { hub, versions } = tried.converter;
  const there = await convert(step, tried);
  if ("error" in there) return [{ apiVersion: step.to, error: there.error }];
  const { value: from } = there;
  const problems: Problem[] = [];
  const again = await tried.made.during(() => readBack({ from, to: hub, by: strict }, tried));
  if ("error" in again) problems.push({ apiVersion: step.to, error: again.error });
  for (const to of versions.filter((other) => other !== hub && other !== step.to)) {
    const result = await tried.made.during(() => convert({ from, to, by: strict }, tried));
    if ("error" in result) problems.push({ apiVersion: to, error: result.error });
  }
  return problems;
}

async function readBack(step: Step, tried: Tried): Promise<Result<unknown>> {
  const back = await convert(step, tried);
  if ("error" in back) return back;
  return inTurn(() => resultOf(() => parseObject(back.value, step.by.limits)), tried.turn);
}

function convert({ from, to, by }: Step, { made, turn }: Tried): Promise<Result<Uint8Array>> {
  const work = (): Result<Uint8Array> => resultOf(() => written(from, to, by));
  return made.make({ work, bytesOf: (result) => ("value" in result ? result.value.length : 0), turn });
}

const unreadable = "conversion/data-unreadable";
const noDuration = "conversion/no-duration";

/** What a write does that makes no conversion fail. */
const losing: Readonly<Record<string, string>> = {
  [unreadable]: "would lose what is kept of it in",
  [noDuration]: "would have no value for a field in",
};

type Report = NonNullable<ObjectConversion["context"]["report"]>;

function withReport(conversion: ObjectConversion, report: Report): ObjectConversion {
  return { ...conversion, context: { ...conversion.context, report } };
}

/** Makes an error of what conversions of stored objects only report. */
function failOn(wanted: string): Report {
  return (problem) => {
    const { code, message, help } = problem;
    if (code === wanted) throw new CapstanError(code, message, help === undefined ? {} : { help });
  };
}

type Result<T> = { readonly value: T } | { readonly error: unknown };

function resultOf<T>(of: () => T): Result<T> {
  try {
    return { value: of() };
  } catch (error) {
    return { error };
  }
}

/**
 * The JSON of an object in another version, as the API server stores it and sends it the next time: that is what is counted then. It reads an object with the
 * defaults of the version in which it is stored, and clients write what they have read: then those of their version are there.
 */
function written(json: Uint8Array, to: string, conversion: ObjectConversion): Uint8Array {
  const object = convertObject(parseObject(json, conversion.limits), to, conversion);
  checkAnnotations(object, conversion);
  setStoredDefaults(object, conversion);
  return storedBytes(object, mostCheckedBytes(json.length));
}

function storedBytes(object: KubeObject, limit: number): Uint8Array {
  try {
    const json = Buffer.from(storedJson(object, limit));
    if (json.length <= limit) return json;
  } catch (error) {
    if (!(error instanceof TooLongJson)) throw error;
  }
  throw errorOf(operatorErrors, "conversion/answer-too-large", { values: { limit } });
}

/** The annotations of a version that lacks nothing now may leave no room for what it will lack. */
function checkAnnotations({ metadata }: KubeObject, { context }: ObjectConversion): void {
  const limit = context.budget?.annotationBytes ?? conversionBudget.annotationBytes;
  const size = Object.entries(metadata.annotations ?? {}).reduce(
    (sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value),
    0,
  );
  if (size > limit) throw errorOf(operatorErrors, "conversion/annotations-too-large", { values: { size, limit } });
}

/** What the user reads. It is reported, too: a tenant who tries is worth a line. */
function tell(
  { apiVersion, error }: Problem,
  { object }: AdmissionParts,
  { report, onPanic }: Required<Pick<ConversionRouteOptions, "report" | "onPanic">>,
): string {
  const name = object && nameIn(object);
  const coded = codedError(error);
  const { code, message, help: advice } = coded;
  if (isPanic(coded)) onPanic(convertiblePath);
  const help = advice === undefined ? "" : `; ${advice}`;
  const effect = losing[code] ?? "could fail the lists of";
  const where = apiVersion === undefined ? "" : ` ${effect} ${excerpt(apiVersion)}`;
  report({ code, message, ...(name === undefined ? {} : { object: name }), times: 1 });
  return `${code}: ${name ?? "the object"}${where}: ${message}${help}`;
}
