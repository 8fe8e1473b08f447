// An answer as plain JSON: a copy of what the handler returned, so that each getter is read once and nothing is left that cannot be written.
// JSON.stringify would throw for some values when the response is sent, and leave others out without a word.
import { excerpt, isJsonObject, setOwn } from "@capstan/kube";
import { isMadePatch } from "../answering/made-patch.ts";
import { AnswerFault } from "./answer-problem.ts";

/** Characters of all strings and names of an answer: as many as its patches may have in base64. */
const mostCharacters = 16 * 1024 * 1024;
const mostLevels = 100;

interface Walk {
  left: number;
  readonly at: (string | number)[];
  /** What the value is in. */
  readonly above: Set<object>;
}

/** The copy of an answer. Throws an AnswerFault for what JSON cannot say, and for what is too large or too deep. Patches of templates, which are text, stay as they are. */
export function plainAnswer(value: unknown): unknown {
  return plainValue(value, []);
}

/** The same for a value that is at a place of an answer. */
export function plainValue(value: unknown, place: readonly string[]): unknown {
  const walk: Walk = { left: mostCharacters, at: [...place], above: new Set() };
  try {
    return plain(walk, value);
  } catch (error) {
    if (error instanceof AnswerFault) throw error;
    // A getter, a toJSON or a proxy of the author's; or one of them calls without end.
    return reject(walk, "reading it throws an error", error instanceof Error ? error.message : undefined);
  }
}

/** Whether a value is plain JSON already, so that a copy of it would say the same. It has an end: what contains itself does not. */
export function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  if (isJsonObject(value)) return isPlainObject(value);
  return typeof value === "number" ? Number.isFinite(value) : !noJson.has(typeof value);
}

function isPlainObject(value: Readonly<Record<string, unknown>>): boolean {
  if (!hasPlainForm(value)) return false;
  // No list of all fields is made: a template can have many.
  for (const name in value) if (!isPlain(value[name])) return false;
  return true;
}

/** Whether an object is of no class, whatever its fields are. */
function hasPlainForm(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The same of the parts of a document that a merge patch of it has. */
export function isPlainWhere(patch: unknown, document: unknown): boolean {
  if (!isJsonObject(patch) || !isJsonObject(document)) return isPlain(document);
  if (!hasPlainForm(document)) return false;
  return Object.keys(patch).every((name) => isPlainWhere(patch[name], document[name]));
}

/** Types of values that JSON does not have. */
const noJson: ReadonlySet<string> = new Set(["bigint", "function", "symbol"]);

function reject({ at }: Walk, problem: string, returned?: unknown): never {
  // Of a result, the payload is what its author wrote.
  const steps = at[0] === "payload" ? at.slice(1) : at;
  const path = steps.map((step) => (typeof step === "number" ? `[${step}]` : `.${excerpt(step)}`)).join("");
  const place = path.replace(/^\./, "");
  const words = place === "" ? problem : `${place}: ${problem}`;
  throw new AnswerFault({ code: "extension/response-invalid", path: place, problem: words, returned });
}

function plain(walk: Walk, value: unknown): unknown {
  const read = scalars[typeof value];
  if (read !== undefined) return read(walk, value);
  return typeof value === "object" && value !== null ? plainObject(walk, value) : value;
}

/** What there is to do for values that are no objects; nothing for booleans, null and undefined. */
const scalars: Readonly<Record<string, (walk: Walk, value: unknown) => unknown>> = {
  string: (walk, value) => spent(walk, value, String(value).length),
  number: (walk, value) => (Number.isFinite(value) ? value : reject(walk, `${String(value)} is not a number of JSON`)),
  bigint: (walk, value) => reject(walk, "a BigInt is not a value of JSON", String(value)),
  function: (walk) => reject(walk, "a function is not a value of JSON"),
  symbol: (walk) => reject(walk, "a symbol is not a value of JSON"),
};

function spent<T>(walk: Walk, value: T, characters: number): T {
  walk.left -= characters + 1;
  if (walk.left >= 0) return value;
  throw new AnswerFault({
    code: "extension/response-invalid",
    path: "",
    problem: `it has more than ${mostCharacters} characters`,
  });
}

function plainObject(walk: Walk, value: object): unknown {
  if (isMadePatch(value)) return value;
  if (walk.above.has(value)) return reject(walk, "it contains itself");
  if (walk.above.size === mostLevels) return reject(walk, `it is more than ${mostLevels} levels deep`);
  if (value instanceof Map || value instanceof Set) return reject(walk, "a Map or a Set is not a value of JSON");
  walk.above.add(value);
  const copy = copyOf(walk, value);
  walk.above.delete(value);
  return copy;
}

function copyOf(walk: Walk, value: object): unknown {
  const json: unknown = "toJSON" in value ? value.toJSON : undefined;
  // As JSON.stringify calls it: once.
  if (typeof json === "function") return fieldsOf(walk, json.call(value, String(walk.at.at(-1) ?? "")));
  return fieldsOf(walk, value);
}

function fieldsOf(walk: Walk, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return plain(walk, value);
  if (Array.isArray(value))
    return spent(
      walk,
      Array.from(value, (item: unknown, at) => below(walk, at, item)),
      0,
    );
  const copy: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    if (field !== undefined) setOwn(copy, spent(walk, name, name.length), below(walk, name, field));
  }
  return copy;
}

function below(walk: Walk, step: string | number, value: unknown): unknown {
  walk.at.push(step);
  spent(walk, undefined, 0);
  const copy = plain(walk, value);
  walk.at.pop();
  return copy ?? null;
}
