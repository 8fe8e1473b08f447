// The paths of printer columns, such as `.status.conditions[?(@.type=="Ready")].status`. Written by hand: it is the form of client-go's jsonpath that definitions use, which libraries for JSONPath do not
// read (`\.` in names, no `$` at the start), and those evaluate code in filters. A path of another form selects nothing.
import { isJsonObject } from "@capstan/kube";

type Step = (value: unknown) => readonly unknown[];

const own = (value: unknown, name: string): readonly unknown[] =>
  isJsonObject(value) && Object.hasOwn(value, name) ? [value[name]] : [];

const fieldStep =
  (name: string): Step =>
  (value) =>
    own(value, name);

const indexStep =
  (index: number): Step =>
  (value) => {
    const found = Array.isArray(value) ? value.at(index) : undefined;
    return found === undefined ? [] : [found];
  };

const allStep: Step = (value) => (Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : []);

type Compare = (a: unknown, b: unknown) => boolean;

const comparisons: Readonly<Record<string, Compare>> = {
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<": (a, b) => ordered(a, b, (order) => order < 0),
  "<=": (a, b) => ordered(a, b, (order) => order <= 0),
  ">": (a, b) => ordered(a, b, (order) => order > 0),
  ">=": (a, b) => ordered(a, b, (order) => order >= 0),
};

/** Only values of one type have an order. */
function ordered(a: unknown, b: unknown, accepts: (order: number) => boolean): boolean {
  if (typeof a === "number" && typeof b === "number") return accepts(a - b);
  return typeof a === "string" && typeof b === "string" && accepts(a < b ? -1 : Number(a > b));
}

/** The elements of a list in which a field compares so with a value. */
function filterStep(field: string, operator: string, literal: string): Step | undefined {
  const compare = comparisons[operator];
  const path = parsePath(field);
  const wanted = literalOf(literal);
  if (compare === undefined || path === undefined || wanted === undefined) return undefined;
  return (value) =>
    Array.isArray(value)
      ? value.filter((element: unknown) => select(element, path).some((found) => compare(found, wanted)))
      : [];
}

function literalOf(text: string): unknown {
  const quoted = /^(["'])([^"']*)\1$/.exec(text)?.[2];
  if (quoted !== undefined) return quoted;
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : undefined;
}

/** A name in a path has a backslash before each dot. */
function unescaped(name: string): string {
  return name.replaceAll(/\\(.)/g, "$1");
}

/** The forms of a step, each at the start of what is left. */
const forms: readonly (readonly [RegExp, (parts: RegExpExecArray) => Step | undefined])[] = [
  [/^\.((?:\\.|[^.[\]\\])+)/, ([, name = ""]) => (name === "*" ? allStep : fieldStep(unescaped(name)))],
  [/^\[\*\]/, () => allStep],
  [/^\[(-?\d{1,6})\]/, ([, index]) => indexStep(Number(index))],
  [/^\[(["'])([^"'\]]+)\1\]/, ([, , name = ""]) => fieldStep(unescaped(name))],
  [
    /^\[\?\(@((?:\\.|[^\s=!<>\\])+)\s{0,8}(==|!=|<=|>=|<|>)\s{0,8}("[^"]*"|'[^']*'|[\w.-]+)\s{0,8}\)\]/,
    ([, field = "", operator = "", literal = ""]) => filterStep(field, operator, literal),
  ],
];

/** A path that was read. */
export type ColumnPath = readonly Step[];

/** Reads a path; undefined for one of another form. */
export function parsePath(path: string): ColumnPath | undefined {
  const steps: Step[] = [];
  for (let rest = path; rest !== "";) {
    const next = nextStep(rest);
    if (next === undefined) return undefined;
    steps.push(next.step);
    rest = rest.slice(next.length);
  }
  return steps;
}

function nextStep(rest: string): { readonly step: Step; readonly length: number } | undefined {
  for (const [pattern, make] of forms) {
    const parts = pattern.exec(rest);
    const step = parts === null ? undefined : make(parts);
    if (parts !== null && step !== undefined) return { step, length: parts[0].length };
  }
  return undefined;
}

/** What the path selects in a value. */
export function select(value: unknown, path: ColumnPath): readonly unknown[] {
  return path.reduce<readonly unknown[]>((values, step) => values.flatMap(step), [value]);
}
