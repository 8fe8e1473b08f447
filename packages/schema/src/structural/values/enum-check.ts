// The check of an enum: a lookup, however many values it has.
import type { JSONSchema } from "@capstan/kube/builtin";
import { canonicalJson } from "../fields/canonical-json.ts";
import { notSupported } from "../fields/field-error.ts";
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
  return (value, path, found) => {
    allowed ??= allowedValues(values, path, found);
    const isAllowed = isScalar(value)
      ? value !== null && allowed.scalars.has(value)
      : allowed.others.size > 0 && allowed.others.has(written(value, path, found));
    if (!isAllowed) found.errors.push(notSupported(path, value, values));
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
