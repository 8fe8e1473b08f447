// For tests of help: what an author's rule has and the declaration that a help recommends in place of it has not.
import { functionValue, type TypeModel } from "@capstan/generator-model";
import { deepEqual, isJsonObject, type Diagnostic, type JSONObject, type JSONValue } from "@capstan/kube";
import { conversionOf, replacesElements, rulesIn, type Recommended, type TestSource } from "./suggest/testing.ts";
import { writtenForm } from "./suggest/written-rule.ts";

export { declarationsIn, sourceModel } from "./suggest/testing.ts";

/** A part of an author's rule that an advice leaves out or changes. */
export interface ForgottenPart {
  readonly part: string;
  readonly written: JSONValue;
  readonly declaration: string;
}

/** A part that may be missing, and why. */
interface Rejected {
  readonly part: string;
  readonly code: string;
  readonly why: string;
  readonly isIt?: (written: JSONValue, compared: Compared) => boolean;
}

/** Two rules for one field. */
interface Compared {
  readonly author: JSONObject;
  readonly advised: JSONObject;
  readonly help: string;
  /** The codes and messages of all errors of the author's rule. */
  readonly errors: readonly Diagnostic[];
}

/** Forms that change no meaning. */
const plainForms: readonly unknown[] = [
  "seconds",
  "width",
  "unchanged",
  "digits",
  "dropEmpty",
  "boolPresence",
  "presence",
  "listOfOne",
  "conditions",
];

/** The parts that the errors themselves reject. */
const rejected: readonly Rejected[] = [
  {
    part: "as",
    code: "conversion/wrong-form",
    why: "the form is what does not fit; another one says no more either than that it is the same value",
    isIt: (written) => plainForms.includes(written) || isMapForm(written),
  },
  {
    part: "as",
    code: "conversion/wrong-form",
    why: "the unit or values of a table that do not exist; what else it says stays",
    isIt: (written, { advised, errors }) => isCorrected(written, advised["as"], errors),
  },
  {
    part: "as",
    code: "conversion/converted-twice",
    why: "the form did not fit before either, and the error of the two rules came first",
    isIt: (written) => plainForms.includes(written),
  },
  {
    part: "as",
    code: "conversion/element-rule",
    why: "it says that the value is the same, as a rule without a form does",
    isIt: (written) => written === "unchanged",
  },
  {
    part: "default",
    code: "conversion/element-rule",
    why: "an element is never absent",
  },
  {
    part: "default",
    code: "conversion/wrong-form",
    why: "the form makes no value of it, and an older hub cannot tell it from none",
    isIt: (written) => written === false,
  },
  {
    part: "default",
    code: "conversion/default-not-declared",
    why: "the newer schema has another one, which newer objects get",
    isIt: (_, { advised }) => advised["default"] !== undefined,
  },
  { part: "keep", code: "conversion/keep-needs-keys", why: "the elements have no keys to be found again by" },
  { part: "keep", code: "conversion/kept-anyway", why: "the hub keeps its own fields" },
  {
    part: "loses",
    code: "conversion/wrong-form",
    why: "the form loses something else, or nothing",
  },
  {
    part: "bounds",
    code: "conversion/wrong-form",
    why: "a table needs none: the generated tests reject bounds that hide nothing",
    isIt: (_, { advised }) => isJsonObject(advised["as"]) && "enum" in advised["as"],
  },
  {
    part: "bounds",
    code: "conversion/required-lost",
    why: "they were the only answer to a field that may be missing, which a form now makes",
    isIt: (_, { author, advised }) => author["as"] === undefined && advised["as"] === "dropEmpty",
  },
];

function isMapForm(as: JSONValue): boolean {
  return isJsonObject(as) && ("mapToList" in as || "listToMap" in as);
}

/** Whether a form is the author's own but for names that do not exist. */
function isCorrected(written: JSONValue, advised: JSONValue | undefined, errors: readonly Diagnostic[]): boolean {
  if (!isJsonObject(written)) return false;
  const isNamed = (name: unknown): boolean => errors.some(({ message }) => message.includes(String(name)));
  const now = object(advised);
  const table = object(now["enum"]);
  // A table of what is the same in both says nothing.
  if (Object.values(written).every((value) => isJsonObject(value) && Object.keys(value).length === 0)) return true;
  return Object.entries(written).every(([name, value]) =>
    name === "enum"
      ? Object.entries(object(value)).every(
          ([from, to]) => (table[from] ?? from) === to || isNamed(from) || isNamed(to),
        )
      : name === "added" || name in now,
  );
}

function object(value: JSONValue | undefined): JSONObject {
  return isJsonObject(value) ? value : {};
}

/** A model, and all that is wrong with it. */
interface Judged {
  readonly model: TypeModel;
  readonly diagnostics: readonly Diagnostic[];
}

/** What a declaration in a help forgets of the rules that it is in place of. */
export function forgottenParts(
  source: TestSource,
  { diagnostic, declaration }: Recommended,
  { model, diagnostics: all }: Judged,
): readonly ForgottenPart[] {
  const { help = "", position } = diagnostic;
  const conversion = conversionOf(model, diagnostic);
  const errors = all.filter((one) => deepEqual(one.position, position));
  const sides = [conversion?.options["older"], conversion?.options["newer"]].map(object);
  const endings = replacesElements(diagnostic) ? ["[]", "[*]"] : [];
  return comparedRules({ sides, endings }, rulesIn(source, declaration)).flatMap(({ author, advised }) => {
    const compared = { author, advised, help, errors };
    return Object.entries(author)
      .filter(([part, written]) => !isKept(part, written, compared))
      .filter(([part, written]) => !isRejected(part, written, compared))
      .map(([part, written]) => ({ part, written, declaration }));
  });
}

type Pair = Pick<Compared, "author" | "advised">;

/** The author's rules, and how the paths of those end that a declaration for a whole list or map is in place of. */
interface AuthorsRules {
  readonly sides: readonly JSONObject[];
  readonly endings: readonly string[];
}

/** The author's rules that a declaration is in place of, each beside the advised one. */
function comparedRules(authors: AuthorsRules, rules: JSONObject): readonly Pair[] {
  const ofPath = Object.entries(object(rules["older"])).flatMap(([path, advised]) =>
    isJsonObject(advised) ? authorsAt(authors, path).map((author) => ({ author, advised })) : [],
  );
  const ofGroups = Object.values(object(rules["together"])).flatMap((group) => {
    const [path] = Object.values(object(object(group)["older"]));
    const [to] = Object.values(object(object(group)["newer"]));
    const advised = { ...object(group), to: to ?? "", isGroup: true };
    return typeof path === "string" ? authorsAt(authors, path).map((author) => ({ author, advised })) : [];
  });
  return [...ofPath, ...ofGroups];
}

/** The rules of a field and of the elements in it, with the targets of the whole. */
function authorsAt({ sides, endings }: AuthorsRules, path: string): readonly JSONObject[] {
  return ["", ...endings].flatMap((ending) =>
    sides.flatMap((side) => {
      const rule = side[`${path}${ending}`];
      if (!isJsonObject(rule)) return [];
      const { to } = rule;
      return [typeof to === "string" ? { ...rule, to: to.slice(0, to.length - ending.length) } : rule];
    }),
  );
}

function isKept(part: string, written: JSONValue, { advised, help }: Compared): boolean {
  const now = advised[part];
  if (deepEqual(now, written)) return true;
  const asFunctions = isFunctions(advised["as"]);
  if (part === "as") {
    const works = [`that do what ${writtenForm(written)}`, "those of the elements do", "which do what these do"];
    return asFunctions && works.some((work) => help.includes(work));
  }
  // A group names an object around the field, and its functions make the value of what is absent.
  if (part === "to" && advised["isGroup"] === true)
    return JSON.stringify(written).startsWith(`${JSON.stringify(now).slice(0, -1)}.`);
  if (part === "default" && advised["isGroup"] === true) return help.includes(`with \`${JSON.stringify(written)}\``);
  return part === "loses" && asFunctions && now === functionValue;
}

function isFunctions(as: JSONValue | undefined): boolean {
  return isJsonObject(as) && "forward" in as;
}

function isRejected(part: string, written: JSONValue, compared: Compared): boolean {
  return rejected.some(
    (one) =>
      one.part === part &&
      compared.errors.some(({ code }) => code === one.code) &&
      (one.isIt === undefined || one.isIt(written, compared)),
  );
}
