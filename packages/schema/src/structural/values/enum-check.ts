// The check of an enum: a lookup, however many values it has.
import type { JSONSchema } from "@capstan/kube/builtin";
import { canonicalJson } from "../fields/canonical-json.ts";
import { formatGoValue, formatGoJson, notAmong, supportedValues } from "../fields/field-error.ts";
import type { FieldPath } from "../fields/field-path.ts";
import type { Check, CheckFindings } from "./findings.ts";

/** The values of an enum: objects and lists as their JSON. */
interface Allowed {
  readonly scalars: ReadonlySet<unknown>;
  readonly others: ReadonlySet<string>;
}

/** The check of an enum. No enum allows null, not even one that has it. */
export function enumCheck({ enum: values = [] }: JSONSchema): Check | undefined {
  if (values.length === 0) return undefined;
  let allowed: Allowed | undefined;
  let supported: string | undefined;
  return (value, path, found) => {
    allowed ??= allowedValues(values, path, found);
    const { scalars, others } = allowed;
    const fail = (shown: string): void => {
      supported ??= supportedValues(values);
      found.errors.push(notAmong(path, shown, supported));
    };
    if (isScalar(value)) {
      if (value === null || !scalars.has(value)) fail(formatGoValue(value));
      return;
    }
    // Written once, at its cost: the enums of thousands of alternatives can reject the same large value.
    const json = written(value, path, found);
    if (!others.has(json)) fail(formatGoJson(json));
  };
}

function allowedValues(values: readonly unknown[], path: FieldPath, found: CheckFindings): Allowed {
  found.patterns?.spend(values.length, path);
  const others = values.filter((value) => !isScalar(value)).map((value) => written(value, path, found));
  return { scalars: new Set(values.filter(isScalar)), others: new Set(others) };
}

function written(value: unknown, path: FieldPath, { patterns }: CheckFindings): string {
  const json = canonicalJson(value);
  patterns?.spend(json.length, path);
  return json;
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}
