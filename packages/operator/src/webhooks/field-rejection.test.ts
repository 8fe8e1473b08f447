// The sentences of field.Error: those expected here were printed by k8s.io/apimachinery 0.36.3.
import { expect, test } from "vitest";
import { type FieldRejection, statusCause } from "./field-rejection.ts";

const path = "spec.a";

const cases: readonly (readonly [FieldRejection, string, string])[] = [
  [{ type: "Required", path }, "FieldValueRequired", "Required value"],
  [{ type: "Required", path, detail: "it has no default" }, "FieldValueRequired", "Required value: it has no default"],
  [{ type: "Forbidden", path, detail: "no" }, "FieldValueForbidden", "Forbidden: no"],
  [{ type: "InternalError", path, detail: "no" }, "InternalError", "Internal error: no"],
  [{ type: "Invalid", path, value: "x", detail: "no" }, "FieldValueInvalid", 'Invalid value: "x": no'],
  [
    { type: "Invalid", path, value: 'a"\n\u0001é\u200b', detail: "no" },
    "FieldValueInvalid",
    String.raw`Invalid value: "a\"\n\x01é\u200b": no`,
  ],
  [{ type: "Invalid", path, value: 3, detail: "" }, "FieldValueInvalid", "Invalid value: 3"],
  [{ type: "Invalid", path, value: true, detail: "no" }, "FieldValueInvalid", "Invalid value: true: no"],
  [{ type: "Invalid", path, value: null, detail: "no" }, "FieldValueInvalid", "Invalid value: null: no"],
  [{ type: "Invalid", path, value: undefined, detail: "no" }, "FieldValueInvalid", "Invalid value: null: no"],
  [
    { type: "Invalid", path, value: 9007199254740993n, detail: "no" },
    "FieldValueInvalid",
    "Invalid value: 9007199254740993: no",
  ],
  [
    { type: "TypeInvalid", path, value: { b: ["<"], a: { d: 1, c: 2 } }, detail: "no" },
    "FieldValueTypeInvalid",
    String.raw`Invalid value: {"a":{"c":2,"d":1},"b":["\u003c"]}: no`,
  ],
  [{ type: "Duplicate", path, value: "x" }, "FieldValueDuplicate", 'Duplicate value: "x"'],
  [{ type: "NotFound", path, value: "x" }, "FieldValueNotFound", 'Not found: "x"'],
  [
    { type: "NotSupported", path, value: "x", supported: ["a", "b"] },
    "FieldValueNotSupported",
    'Unsupported value: "x": supported values: "a", "b"',
  ],
  [{ type: "NotSupported", path, value: "x", supported: [] }, "FieldValueNotSupported", 'Unsupported value: "x"'],
  [{ type: "TooLong", path, most: 63 }, "FieldValueTooLong", "Too long: may not be more than 63 bytes"],
  [
    { type: "TooLong", path, most: 1, unit: "characters" },
    "FieldValueTooLong",
    "Too long: may not be more than 1 character",
  ],
  [{ type: "TooShort", path, least: 2 }, "FieldValueTooShort", "Too short: must be at least 2 characters"],
  [{ type: "TooMany", path, value: 4, most: 3 }, "FieldValueTooMany", "Too many: 4: must have at most 3 items"],
  [{ type: "TooFew", path, value: 0, least: 1 }, "FieldValueTooFew", "Too few: 0: must have at least 1 item"],
];

test.each(cases)("$#", (rejection, reason, message) => {
  expect(statusCause(rejection)).toEqual({ reason, message, field: path });
});
