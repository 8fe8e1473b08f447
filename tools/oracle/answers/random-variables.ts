// Definitions of variables: schemas that are mostly right, with values that mostly fit, so that each rule decides about some.
import type { Random } from "@capstan/repo";
import type { VariablesQuestion } from "./question.ts";

type Json = Readonly<Record<string, unknown>>;

const names = ["image", "size", "a-b", "A", "size", "builtin", "a.b", "", "cpus", "labels"];

/** Random definitions of one to three variables. */
export function randomVariables(random: Random): VariablesQuestion {
  const variables = Array.from({ length: 1 + random.below(3) }, (_, i) => ({
    name: random.chance(0.9) ? `v${i}` : random.pick(names),
    required: random.chance(0.5),
    schema: { openAPIV3Schema: random.chance(0.05) ? intOrString(random) : withRule(random, randomSchema(random, 3)) },
  }));
  return { variables };
}

const makers: Readonly<Record<string, (random: Random, depth: number) => Json>> = {
  string: (random) => ({
    ...sometimes(random, 0.2, { minLength: random.below(4) }),
    ...sometimes(random, 0.2, { maxLength: random.below(9) }),
    ...sometimes(random, 0.1, { pattern: random.pick(["^a", "x+$"]) }),
    ...sometimes(random, 0.1, { format: random.pick(["ipv4", "uuid", "color"]) }),
  }),
  integer: (random) => ({
    ...sometimes(random, 0.3, { minimum: random.below(5) - 2 }),
    ...sometimes(random, 0.2, { maximum: random.chance(0.2) ? 1.5 : random.below(9) }),
    ...sometimes(random, 0.1, { exclusiveMinimum: true }),
  }),
  number: (random) => sometimes(random, 0.3, { minimum: random.chance(0.3) ? 0.5 : 1 }),
  boolean: () => ({}),
  object: (random, depth) => ({
    ...sometimes(random, 0.6, {
      properties: { a: randomSchema(random, depth - 1), b: randomSchema(random, depth - 1) },
    }),
    ...sometimes(random, 0.3, { required: random.pick([["a"], ["b", "a"], ["c"]]) }),
    ...sometimes(random, 0.25, { additionalProperties: withoutDefaults(randomSchema(random, depth - 1)) }),
    ...sometimes(random, 0.1, { maxProperties: random.below(3) }),
    ...sometimes(random, 0.1, { "x-kubernetes-preserve-unknown-fields": random.chance(0.7) }),
  }),
  array: (random, depth) => ({
    ...sometimes(random, 0.9, { items: randomSchema(random, depth - 1) }),
    ...sometimes(random, 0.2, { minItems: random.below(3) }),
    ...sometimes(random, 0.2, { uniqueItems: random.chance(0.5) }),
  }),
};
const types = Object.keys(makers);
const scalars = ["string", "integer", "number", "boolean"];

function randomSchema(random: Random, depth: number): Json {
  const type = random.pick(depth <= 0 ? scalars : types);
  return {
    ...sometimes(random, 0.97, { type: random.chance(0.98) ? type : random.pick(["null", "int", "float"]) }),
    ...makers[type]?.(random, depth),
    ...sometimes(random, 0.2, { default: value(random, type) }),
    ...sometimes(random, 0.08, { example: value(random, type) }),
    // An enum of nulls alone allows everything upstream.
    ...sometimes(random, 0.08, { enum: [value(random, type), value(random, type) ?? "a"] }),
    ...sometimes(random, 0.06, { [random.pick(["anyOf", "allOf", "oneOf"])]: [part(random), part(random)] }),
    ...sometimes(random, 0.03, { not: part(random) }),
  };
}

/** Upstream does not check those of values of maps; the kit does. */
function withoutDefaults(schema: Json): Json {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, given]) => {
      if (keyword === "default") return [];
      const isSchema = keyword === "items" || keyword === "additionalProperties";
      if (isSchema) return [[keyword, withoutDefaults(given as Json)]];
      if (keyword !== "properties") return [[keyword, given]];
      const fields = Object.entries(given as Json).map(([name, field]) => [name, withoutDefaults(field as Json)]);
      return [[keyword, Object.fromEntries(fields)]];
    }),
  );
}

function sometimes(random: Random, probability: number, fields: Json): Json {
  return random.chance(probability) ? fields : {};
}

/** What stands in a junctor. */
function part(random: Random): Json {
  return random.pick<Json>([
    { minLength: 1 },
    { minimum: 1 },
    { required: ["a"] },
    { type: "string" },
    { enum: ["a", 1] },
    { properties: { a: { minLength: 2 } } },
    { properties: { z: { minLength: 2 } } },
    { default: 1 },
    {},
  ]);
}

/** At the root, and without a default: upstream checks none of these, nor what stands in other defaults; the kit does. */
function intOrString(random: Random): Json {
  return { "x-kubernetes-int-or-string": true, ...sometimes(random, 0.5, { enum: [value(random, "integer"), "a"] }) };
}

/** At the root of scalars: elsewhere, whether a rule compiles depends on what is around it, and the kit compiles none. */
function withRule(random: Random, schema: Json): Json {
  const isScalar = scalars.some((type) => type === schema["type"]);
  return { ...schema, ...sometimes(random, isScalar ? 0.2 : 0, { "x-kubernetes-validations": [rule(random)] }) };
}

/** Forms of rules: expressions that have a type everywhere, and that cost nothing. */
function rule(random: Random): Json {
  return {
    rule: random.pick(["true", "true", " ", "1 == 1\n"]),
    ...sometimes(random, 0.4, { message: random.pick(["it is wrong", " ", "a\nb"]) }),
    ...sometimes(random, 0.2, { reason: random.pick(["FieldValueInvalid", "Wrong"]) }),
  };
}

const fitting: Readonly<Record<string, readonly unknown[]>> = {
  string: ["", "a", "abc", "10.0.0.1"],
  integer: [0, 1, 5],
  // Upstream compares a fraction with the whole numbers of an enum as if it were one.
  number: [0, 1, 5],
  boolean: [true, false],
  object: [{}, { a: "a" }, { a: 1, b: "b" }, { c: 1 }],
  // Nothing twice: that is the one thing that the kit does not check.
  array: [[], ["a"], [1, 2]],
};

function value(random: Random, type: string): unknown {
  return random.chance(0.8) ? random.pick(fitting[type] ?? []) : random.pick([0, "a", {}, [], true, null]);
}
