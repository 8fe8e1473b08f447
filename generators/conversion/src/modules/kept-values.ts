// Values that a form brings back, of types whose random values are nearly always a declared loss: a random reference never names the version and
// the namespace that the form writes. Without them, a form that drops every value would pass.
import { isJsonObject } from "@capstan/kube";
import { propertyOf, type Property, type TypeModel } from "@capstan/generator-model";
import { stringLiteral } from "@capstan/generator-model/writing";
import { accepts } from "../fields/accepted-values.ts";
import { fieldAt, plainNode, tagsOf, tagValues, type Resolved } from "../fields/typed-field.ts";
import { versionOf, type VersionPair } from "../pairs/version-pair.ts";
import { formOf } from "../plan/value-form.ts";

/** The namespace that references and objects often have in common. */
export const sharedNamespace = "default";

/** One way to draw an object that comes back: its fields as fast-check expressions. Of others, it has those that its type requires. */
export interface KeptValue {
  readonly fields: Readonly<Record<string, string>>;
  /** The fields that it always has, beside those that its type requires. */
  readonly always: readonly string[];
}

interface FormUse {
  readonly model: TypeModel;
  readonly older: Resolved;
  readonly argument: unknown;
  readonly version: string;
}

/** An object type of the older version whose values a form brings back, and how to draw them. */
interface Kept {
  readonly node: Resolved;
  readonly values: readonly KeptValue[];
}

const keptBy: Readonly<Record<string, (use: FormUse) => Kept>> = {
  reference: ({ model, older, argument, version }) => ({
    node: older,
    values: references(model, older, { argument, version }),
  }),
  conditions: ({ model, older }) => {
    const node = older.kind === "list" ? plainNode(model, older.element) : older;
    return { node, values: hasInfo(model, node) ? conditionValues : conditionValues.slice(0, 1) };
  },
};

/** For object types of the pairs' older versions, the values to draw beside random ones. */
export function keptValues(
  model: TypeModel,
  pairs: readonly VersionPair[],
): ReadonlyMap<Resolved, readonly KeptValue[]> {
  const found = pairs.flatMap((pair) =>
    pair.rules.flatMap(({ as, path }): Kept[] => {
      const form = formOf(as);
      const older = fieldAt(model, pair.older.node, path);
      const kept = form && keptBy[form.name];
      if (kept === undefined || older === undefined) return [];
      return [kept({ model, older: older.node, argument: form?.argument, version: versionOf(pair.older) })];
    }),
  );
  const byNode = Map.groupBy(found, ({ node }) => node);
  return new Map([...byNode].map(([node, all]) => [node, distinct(all.flatMap(({ values }) => values))]));
}

/** One type may be a reference of several rules. */
function distinct(values: readonly KeptValue[]): readonly KeptValue[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

interface ReferenceTo {
  readonly argument: unknown;
  readonly version: string;
}

function references(model: TypeModel, node: Resolved, { argument, version }: ReferenceTo): readonly KeptValue[] {
  const target: Readonly<Record<string, unknown>> = isJsonObject(argument)
    ? { apiVersion: argument["apiVersion"], kind: argument["kind"] }
    : { apiVersion: `example.com/${version}`, namespace: sharedNamespace };
  const properties = node.kind === "object" ? node.properties : [];
  const texts = properties.flatMap((property) => {
    const text = target[property.name];
    return typeof text === "string" ? [{ property, text }] : [];
  });
  if (!texts.every(({ property, text }) => allows(model, property, text))) return [];
  const fields = texts.map(({ property: { name }, text }) => [name, `fc.constant(${stringLiteral(text)})`]);
  return [{ fields: Object.fromEntries(fields), always: ["kind", "name", ...Object.keys(target)] }];
}

/** Whether a field surely accepts a string: patterns are not read here. */
function allows(model: TypeModel, property: Property, text: string): boolean {
  const tags = tagsOf(model, property);
  const [least = 0] = tagValues(tags, "minLength");
  const [greatest = text.length] = tagValues(tags, "maxLength");
  return tagValues(tags, "pattern").length === 0 && Number(least) <= text.length && text.length <= Number(greatest);
}

/** Whether conditions accept the severity that the form writes. */
function hasInfo(model: TypeModel, node: Resolved): boolean {
  const severity = node.kind === "object" ? propertyOf(node, "severity") : undefined;
  return severity !== undefined && accepts(model, { type: severity.type, tags: tagsOf(model, severity) }, "Info");
}

const plain = { type: "name", reason: "name", message: "name" };

/** A severity says something only while the status is False, and one comes back. */
const conditionValues: readonly KeptValue[] = [
  { fields: { ...plain, status: `fc.constant("True")` }, always: [] },
  { fields: { ...plain, status: `fc.constant("False")`, severity: `fc.constant("Info")` }, always: ["severity"] },
];
