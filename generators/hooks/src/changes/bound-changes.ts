// Changes of what values a schema accepts beside its type: enums, bounds, patterns, null. Each kind of bound is a row.
import { deepEqual } from "@capstan/kube";
import type { OpenApiSchema } from "../openapi/document.ts";
import type { HookSide, SchemaChange } from "./hook-set.ts";

type BoundChange = Pick<SchemaChange, "severity" | "problem">;

/** How the values that a schema accepts change: fewer, more, or other ones. */
type Effect = "fewer" | "more" | "other";

/** An extension may send what the schema of a response accepted before; it may rely on what the schema of a request excluded. */
const severities: Readonly<Record<HookSide, Readonly<Partial<Record<Effect, SchemaChange["severity"]>>>>> = {
  request: { more: "warning", other: "warning" },
  response: { fewer: "error", other: "error" },
};

/** The effects that a larger number has; the other way round for a smaller one, and for the keyword that is absent. */
const limits = [
  { keyword: "minimum", larger: "fewer", absent: -Infinity },
  { keyword: "minLength", larger: "fewer", absent: 0 },
  { keyword: "minItems", larger: "fewer", absent: 0 },
  { keyword: "minProperties", larger: "fewer", absent: 0 },
  { keyword: "maximum", larger: "more", absent: Infinity },
  { keyword: "maxLength", larger: "more", absent: Infinity },
  { keyword: "maxItems", larger: "more", absent: Infinity },
  { keyword: "maxProperties", larger: "more", absent: Infinity },
] as const;

/** Keywords that accept fewer values where they are set, and other ones where they change. */
const conditions = ["pattern", "multipleOf", "x-kubernetes-validations"] as const;

/** Flags that accept fewer values where they are true, or where they are not. */
const flags = [
  { keyword: "exclusiveMinimum", restricts: true },
  { keyword: "exclusiveMaximum", restricts: true },
  { keyword: "uniqueItems", restricts: true },
  { keyword: "nullable", restricts: false },
] as const;

/** The changes of one schema that matter for a side; those of its parts are not looked at. */
export function boundChanges(before: OpenApiSchema, after: OpenApiSchema, side: HookSide): readonly BoundChange[] {
  const found = [...limitEffects(before, after), ...conditionEffects(before, after), ...flagEffects(before, after)];
  const limiting = found.flatMap(({ effect, problem }) => {
    const severity = severities[side][effect];
    return severity === undefined ? [] : [{ severity, problem }];
  });
  return [...enumChanges(before.enum, after.enum, side), ...limiting, ...defaultChange(before, after)];
}

interface Found {
  readonly effect: Effect;
  readonly problem: string;
}

function limitEffects(before: OpenApiSchema, after: OpenApiSchema): Found[] {
  return limits.flatMap(({ keyword, larger, absent }) => {
    const [was, is] = [before[keyword], after[keyword]];
    if (was === is) return [];
    const grows = (is ?? absent) > (was ?? absent);
    const effect: Effect = grows === (larger === "fewer") ? "fewer" : "more";
    return [{ effect, problem: `${keyword} changes from ${was ?? "none"} to ${is ?? "none"}` }];
  });
}

function conditionEffects(before: OpenApiSchema, after: OpenApiSchema): Found[] {
  return conditions.flatMap((keyword): Found[] => {
    const [was, is] = [before[keyword], after[keyword]];
    if (deepEqual(was, is)) return [];
    if (was === undefined) return [{ effect: "fewer", problem: `${keyword} is new` }];
    if (is === undefined) return [{ effect: "more", problem: `${keyword} is removed` }];
    return [{ effect: "other", problem: `${keyword} changes` }];
  });
}

function flagEffects(before: OpenApiSchema, after: OpenApiSchema): Found[] {
  return flags.flatMap(({ keyword, restricts }): Found[] => {
    const [was, is] = [before[keyword] === true, after[keyword] === true];
    if (was === is) return [];
    return [{ effect: is === restricts ? "fewer" : "more", problem: `${keyword} is ${is ? "set" : "removed"}` }];
  });
}

type Enum = OpenApiSchema["enum"];

/** A value that is added to a request reaches programs that have no case for it; one that is removed from a response is still sent. */
function enumChanges(before: Enum, after: Enum, side: HookSide): BoundChange[] {
  if (before === undefined && after === undefined) return [];
  if (before === undefined)
    return side === "response" ? [{ severity: "error", problem: "only listed values are accepted now" }] : [];
  if (after === undefined)
    return side === "request" ? [{ severity: "warning", problem: "any value is accepted now" }] : [];
  const added = listed(after.filter((value) => !before.includes(value)));
  const removed = listed(before.filter((value) => !after.includes(value)));
  const changes: BoundChange[] = [];
  if (removed !== "" && side === "response")
    changes.push({ severity: "error", problem: `the value ${removed} is removed` });
  if (removed !== "" && side === "request")
    changes.push({ severity: "warning", problem: `the value ${removed} is removed` });
  if (added !== "" && side === "request") changes.push({ severity: "warning", problem: `the value ${added} is new` });
  return changes;
}

function listed(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(", ");
}

/** Who leaves the field out means another value then. */
function defaultChange(before: OpenApiSchema, after: OpenApiSchema): BoundChange[] {
  const [was, is] = [before.default, after.default];
  if (deepEqual(was, is) || was === undefined) return [];
  return [{ severity: "warning", problem: "the default changes" }];
}
