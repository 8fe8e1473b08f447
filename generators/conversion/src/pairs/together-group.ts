// A group of fields that functions convert together, as a declaration has it: names, paths, and what else the rule declares.
import { functionValue, type DeclaredConversion, type FunctionLiteral } from "@capstan/generator-model";
import { formatPointer, isJsonObject, type Diagnostic, type Position } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import { splitAtElements } from "../fields/field-path.ts";

/** A field of a group. */
export interface GroupField {
  readonly name: string;
  readonly path: string;
}

/** Values that the generated tests try beside random ones, by the version that has them. */
export interface ExamplesBySide {
  readonly older: readonly unknown[];
  readonly newer: readonly unknown[];
}

/** Fields that functions convert together. */
export interface TogetherGroup {
  readonly name: string;
  readonly older: readonly GroupField[];
  readonly newer: readonly GroupField[];
  /** Whether a function says which older values do not come back. */
  readonly loses: boolean;
  readonly boundsDiffer: boolean;
  /** Objects with values by the names of the fields. */
  readonly examples: ExamplesBySide;
  /** The strings and numbers in the source of its functions. */
  readonly literals: readonly FunctionLiteral[];
  readonly position: Position;
}

/** The groups of a declaration; what is no group is reported. */
export function groupsOf(definition: DeclaredConversion, diagnostics: Diagnostic[]): TogetherGroup[] {
  const declared = definition.options["together"];
  if (!isJsonObject(declared)) return [];
  return Object.entries(declared).flatMap(([name, value]) => {
    const position = definition.optionPositions[formatPointer(["together", name])] ?? definition.position;
    const group = parseGroup(value);
    const literals = literalsOfRule(definition, ["together", name]);
    if (group !== undefined) return [{ name, position, literals, ...group }];
    diagnostics.push(conversionProblem("conversion/bad-group", { values: { name }, position }));
    return [];
  });
}

function parseGroup(value: unknown): Omit<TogetherGroup, "name" | "position" | "literals"> | undefined {
  if (!isJsonObject(value) || !hasFunctions(value["as"])) return undefined;
  const { loses, bounds } = value;
  const [older, newer] = [fieldsOf(value["older"]), fieldsOf(value["newer"])];
  if (older === undefined || newer === undefined) return undefined;
  if ((loses !== undefined && loses !== functionValue) || (bounds !== undefined && bounds !== "differ"))
    return undefined;
  const examples = ruleExamples(value);
  if (examples === undefined || !areNamed(examples.older, older) || !areNamed(examples.newer, newer)) return undefined;
  return { older, newer, loses: loses !== undefined, boundsDiffer: bounds !== undefined, examples };
}

/** Whether each example has values by names of fields, and nothing else. */
function areNamed(examples: readonly unknown[], fields: readonly GroupField[]): boolean {
  const names = new Set(fields.map(({ name }) => name));
  return examples.every((one) => isJsonObject(one) && Object.keys(one).every((name) => names.has(name)));
}

/** The examples of a rule; undefined when one of the two is no list. */
export function ruleExamples({
  examples = [],
  examplesOfNewer = [],
}: Readonly<Record<string, unknown>>): ExamplesBySide | undefined {
  if (!Array.isArray(examples) || !Array.isArray(examplesOfNewer)) return undefined;
  return { older: examples, newer: examplesOfNewer };
}

/** The strings and numbers in the source of the functions of a rule. */
export function literalsOfRule(
  { functionLiterals = {} }: DeclaredConversion,
  rule: readonly string[],
): readonly FunctionLiteral[] {
  const places = [["as", "forward"], ["as", "back"], ["loses"]];
  return [...new Set(places.flatMap((place) => functionLiterals[formatPointer([...rule, ...place])] ?? []))];
}

function fieldsOf(named: unknown): readonly GroupField[] | undefined {
  if (!isJsonObject(named)) return undefined;
  const fields = Object.entries(named).flatMap(([name, path]) => (typeof path === "string" ? [{ name, path }] : []));
  return fields.length === 0 || fields.length < Object.keys(named).length ? undefined : fields;
}

/** The list or map that all fields of a group are in, as in a path; empty when they are in none. */
export function elementsPathOf({ older: [first] }: TogetherGroup): string {
  return first === undefined ? "" : splitAtElements(first.path).elements;
}

/** Whether `as` has functions of the author's own. */
export function hasFunctions(as: unknown): boolean {
  return isJsonObject(as) && as["forward"] === functionValue && as["back"] === functionValue;
}
