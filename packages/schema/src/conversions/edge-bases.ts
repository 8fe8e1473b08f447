// The objects that edges are put into: random ones with no more than what functions and examples are about, so that a kind with hundreds of fields
// is tested in little time, and what fails is easy to see.
import { deepEqual, isJsonObject } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { onTheWire, type ServedVersion } from "./api-server.ts";
import type { Example, Examples } from "./checked-conversion.ts";
import { stepsOf, valuesAt } from "./differences.ts";
import { withExample } from "./examples.ts";

/** A version, with its schema. */
interface VersionOfBases {
  readonly schema: JSONSchema;
  readonly served: ServedVersion;
}

/** The bases for the examples of rules, first those with places for the most of them; last the whole objects, which may have what a bound demands. */
export function basesOf(
  rules: readonly Examples[],
  { schema, served }: VersionOfBases,
  samples: readonly object[],
): readonly object[] {
  const paths = new Set(rules.flatMap(([example = {}]) => Object.keys(example)));
  const kept = [...paths, "apiVersion", "kind", "metadata"].map(stepsOf);
  const reduced = samples.map((sample) => reducedTo(kept, onTheWire(sample), schema)).filter(isJsonObject);
  const distinct = new Map(
    reduced.map((base) => [JSON.stringify(base["spec"]) + JSON.stringify(base["status"]), base]),
  );
  const placesOf = (base: object): number =>
    rules.filter(([example]) => example !== undefined && hasExample(withExample(base, example), example)).length;
  const sorted = [...distinct.values()]
    .filter((base) => served.admit(base) !== undefined)
    .map((base) => ({ base, places: placesOf(base), size: JSON.stringify(base).length }))
    .toSorted((a, b) => b.places - a.places || a.size - b.size)
    .map(({ base }) => base);
  return [...sorted, ...samples];
}

/** Whether an object has the values of an example. */
export function hasExample(object: object, example: Example): boolean {
  return Object.entries(example).every(([path, value]) =>
    valuesAt(object, stepsOf(path)).some((found) => deepEqual(found, value)),
  );
}

type Paths = readonly (readonly string[])[];

/** A value with what is at the paths, and with what its schema requires. */
function reducedTo(paths: Paths, value: unknown, schema: JSONSchema): unknown {
  if (paths.some((steps) => steps.length === 0)) return value;
  if (Array.isArray(value)) {
    const keys = schema["x-kubernetes-list-map-keys"] ?? [];
    const inItem = [...below(paths, "[]"), ...keys.map((key) => [key])];
    return value.map((item: unknown) => reducedTo(inItem, item, schema.items ?? {}));
  }
  if (!isJsonObject(value)) return value;
  const { properties, required = [], additionalProperties } = schema;
  const entries = Object.entries(value);
  if (properties === undefined) {
    const values = isJsonObject(additionalProperties) ? additionalProperties : {};
    return Object.fromEntries(entries.map(([key, item]) => [key, reducedTo(below(paths, "[*]"), item, values)]));
  }
  return Object.fromEntries(
    entries
      .filter(([name]) => required.includes(name) || paths.some(([first]) => first === name))
      .map(([name, item]) => [name, reducedTo(below(paths, name), item, properties[name] ?? {})]),
  );
}

function below(paths: Paths, step: string): Paths {
  return paths.filter(([first]) => first === step).map((steps) => steps.slice(1));
}
