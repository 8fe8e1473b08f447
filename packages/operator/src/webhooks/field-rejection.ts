// Why single fields of an object are rejected, with the sentences of apimachinery's field.Error, so that they read like those of the API server.
import { isJsonObject, type StatusCause, stringifyBigJson } from "@capstan/kube";

interface AtField {
  /** The field as the API server writes it: `spec.disks[0].size`, `metadata.labels[app]`. */
  readonly path: string;
}

/** Why the value of one field is rejected, as data; `invalid` of a list of them answers as the API server does. The types are those of apimachinery. */
export type FieldRejection =
  /** `Required value`, `Forbidden` and `Internal error`: the value is not shown. */
  | (AtField & { readonly type: "Required" | "Forbidden" | "InternalError"; readonly detail?: string })
  /** `Invalid value: "x": detail`. */
  | (AtField & { readonly type: "Invalid" | "TypeInvalid"; readonly value: unknown; readonly detail: string })
  /** `Duplicate value: "x"` and `Not found: "x"`. */
  | (AtField & { readonly type: "Duplicate" | "NotFound"; readonly value: unknown })
  /** `Unsupported value: "x": supported values: "a", "b"`. */
  | (AtField & { readonly type: "NotSupported"; readonly value: unknown; readonly supported: readonly string[] })
  /** `Too long: may not be more than 63 bytes`. */
  | (AtField & { readonly type: "TooLong"; readonly most: number; readonly unit?: "bytes" | "characters" })
  /** `Too short: must be at least 3 characters`. */
  | (AtField & { readonly type: "TooShort"; readonly least: number })
  /** `Too many: 4: must have at most 3 items`, with the number of items as the value. */
  | (AtField & { readonly type: "TooMany"; readonly value: number; readonly most: number })
  /** `Too few: 0: must have at least 1 item`. */
  | (AtField & { readonly type: "TooFew"; readonly value: number; readonly least: number });

const titles: Readonly<Record<FieldRejection["type"], string>> = {
  Duplicate: "Duplicate value",
  Forbidden: "Forbidden",
  InternalError: "Internal error",
  Invalid: "Invalid value",
  NotFound: "Not found",
  NotSupported: "Unsupported value",
  Required: "Required value",
  TooFew: "Too few",
  TooLong: "Too long",
  TooMany: "Too many",
  TooShort: "Too short",
  TypeInvalid: "Invalid value",
};

/** Whether a value that an author returned can be one. */
export function isFieldRejection(value: unknown): value is FieldRejection {
  return (
    isJsonObject(value) &&
    typeof value["path"] === "string" &&
    typeof value["type"] === "string" &&
    Object.hasOwn(titles, value["type"])
  );
}

/** The cause in a Status, as `kubectl` and other clients read it. */
export function statusCause(rejection: FieldRejection): StatusCause {
  const { type, path } = rejection;
  const reason = type === "InternalError" ? type : `FieldValue${type}`;
  return { reason, message: bodyOf(rejection), field: path };
}

/** The sentence without the field. */
function bodyOf(rejection: FieldRejection): string {
  return [titles[rejection.type], ...partsOf(rejection).filter((part) => part !== "")].join(": ");
}

function partsOf(rejection: FieldRejection): readonly string[] {
  switch (rejection.type) {
    case "Required":
    case "Forbidden":
    case "InternalError":
      return [rejection.detail ?? ""];
    case "Invalid":
    case "TypeInvalid":
      return [goValue(rejection.value), rejection.detail];
    case "Duplicate":
    case "NotFound":
      return [goValue(rejection.value)];
    case "NotSupported": {
      const supported = rejection.supported.map(goQuote).join(", ");
      return [goValue(rejection.value), supported === "" ? "" : `supported values: ${supported}`];
    }
    case "TooLong": {
      const { most, unit = "bytes" } = rejection;
      return [`may not be more than ${most} ${most === 1 ? unit.slice(0, -1) : unit}`];
    }
    case "TooShort":
      return [`must be at least ${rejection.least} ${rejection.least === 1 ? "character" : "characters"}`];
    case "TooMany":
      return [String(rejection.value), `must have at most ${items(rejection.most)}`];
    case "TooFew":
      return [String(rejection.value), `must have at least ${items(rejection.least)}`];
  }
}

function items(count: number): string {
  return `${count} ${count === 1 ? "item" : "items"}`;
}

/** A value as field.Error prints it: strings as `%q` does, everything else as json.Marshal. */
function goValue(value: unknown): string {
  if (typeof value === "string") return goQuote(value);
  return goJson(value);
}

/** json.Marshal sorts the keys of maps, and writes three characters for use in HTML. */
function goJson(value: unknown): string {
  return stringifyBigJson(sorted(value)).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, sorted(field)]));
}

const named: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\u0007": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
};

/** `strconv.Quote`: what Go cannot print is escaped. */
function goQuote(value: string): string {
  return `"${value.replace(/["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, escaped)}"`;
}

function escaped(character: string): string {
  const short = named[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  // A half of a surrogate pair is no character, and Go reads it as the one for what cannot be read.
  if (code >= 0xd800 && code <= 0xdfff) return "\uFFFD";
  if (code < 0x80) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code <= 0xffff ? `\\u${code.toString(16).padStart(4, "0")}` : `\\U${code.toString(16).padStart(8, "0")}`;
}
