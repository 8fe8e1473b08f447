// The samples that every check of functions is given for sure, beside random ones: objects in which the fields that functions convert, and what is
// inside of them, have the values of their edges, and those with the examples of rules.
import type { JSONSchema } from "@capstan/kube/builtin";
import { serveVersion, type ServedVersion } from "./api-server.ts";
import type { CheckedConversion, CheckedSamples, CheckedVersion, Example, Examples } from "./checked-conversion.ts";
import { stepsOf } from "./differences.ts";
import { edgeValues } from "./edge-values.ts";
import { withExample } from "./examples.ts";
import { basesOf, hasExample } from "./edge-bases.ts";
import type { LossSamples } from "./checked-conversion.ts";

/** The samples: none of a conversion without functions. The objects of a version that has none are random ones. */
export function edgeSamples(conversion: CheckedConversion, samples: LossSamples): readonly CheckedSamples[] {
  const { hub, spoke } = edgeObjects(conversion, samples);
  const pick = (side: keyof LossSamples, at: number): object | undefined => {
    const objects = { hub, spoke }[side];
    return objects.length > 0 ? objects[at % objects.length] : samples[side][0];
  };
  return Array.from({ length: Math.max(hub.length, spoke.length) }, (_, at) => at).flatMap((at) => {
    const chosen = { hub: pick("hub", at), spoke: pick("spoke", at), other: pick("spoke", at + 1) };
    return isWhole(chosen) ? [chosen] : [];
  });
}

function isWhole(
  samples: Record<keyof CheckedSamples, object | undefined>,
): samples is Record<keyof CheckedSamples, object> {
  return Object.values(samples).every((object) => object !== undefined);
}

/** The objects of each version. */
export function edgeObjects(conversion: CheckedConversion, samples: LossSamples): LossSamples {
  const { functions, examples = {} } = conversion;
  if (functions === undefined) return { hub: [], spoke: [] };
  const objectsOf = (side: keyof LossSamples): readonly object[] => {
    const version = conversion[side];
    const edges = functions[side].flatMap((path) => edgesAt(version, path, functions.words));
    const rules = [...(examples[side] ?? []), ...edges];
    const served = serveVersion(version);
    return placed(rules, served, basesOf(rules, { schema: version.schema, served }, samples[side]));
  };
  return { hub: objectsOf("hub"), spoke: objectsOf("spoke") };
}

/** So many fields inside of one that functions convert get their edges. */
const mostFields = 12;

/** The edges of the field at a path, and of those inside of it, one list for each. */
function edgesAt({ schema, durations = [] }: CheckedVersion, path: string, words: readonly string[] = []): Examples[] {
  const field = schemaAt(schema, stepsOf(path));
  if (field === undefined) return [];
  return (
    partsOf(field, path)
      // Random durations have every form, and a schema takes any string for one.
      .filter((part) => !durations.includes(part.path))
      .map((part) => edgeValues(part.schema, words).map((value): Example => ({ [part.path]: value })))
      .filter(({ length }) => length > 0)
      .slice(0, mostFields)
  );
}

function schemaAt(schema: JSONSchema, steps: readonly string[]): JSONSchema | undefined {
  let here: JSONSchema | undefined = schema;
  for (const step of steps) {
    if (step === "[]") here = here?.items;
    else if (step === "[*]")
      here = typeof here?.additionalProperties === "object" ? here.additionalProperties : undefined;
    else here = here?.properties?.[step];
  }
  return here;
}

interface Part {
  readonly path: string;
  readonly schema: JSONSchema;
}

/** A field and the fields and elements inside of it. Elements of sets and keys of lists only as a whole list: no two may be the same. */
function partsOf(schema: JSONSchema, path: string): readonly Part[] {
  const { items, additionalProperties, properties = {} } = schema;
  const listType = schema["x-kubernetes-list-type"];
  const keys = new Set((schema["x-kubernetes-list-map-keys"] ?? []).map((key) => `${path}[].${key}`));
  const elements = items === undefined || listType === "set" ? [] : partsOf(items, `${path}[]`);
  return [
    { path, schema },
    ...elements.filter((part) => !keys.has(part.path)),
    ...(typeof additionalProperties === "object" ? partsOf(additionalProperties, `${path}[*]`) : []),
    ...Object.entries(properties).flatMap(([name, field]) => partsOf(field, `${path}.${name}`)),
  ];
}

/** In how many objects an example is tried that the API server rejects there. */
const mostTries = 20;

interface Pending {
  readonly example: Example;
  tries: number;
}

/** Objects that have each of the examples for which one of the bases has a place. An object has one of every rule, so that there are few. */
function placed(rules: readonly Examples[], version: ServedVersion, bases: readonly object[]): readonly object[] {
  const pending = rules.map((examples) => examples.map((example): Pending => ({ example, tries: 0 })));
  const found: object[] = [];
  for (const base of bases) {
    for (let object = filled(base, pending, version); object !== undefined; object = filled(base, pending, version))
      found.push(object);
  }
  return found;
}

/** The object with one more example of each rule; undefined when it has a place for none. */
function filled(base: object, pending: Pending[][], version: ServedVersion): object | undefined {
  let object: object | undefined;
  const held: Example[] = [];
  for (const rule of pending) {
    const fits = (one: Pending): boolean => {
      const changed = withExample(object ?? base, one.example);
      // One of the whole field and one of what is inside of it need an object each.
      if (![...held, one.example].every((example) => hasExample(changed, example))) return false;
      one.tries += 1;
      if (version.admit(changed) === undefined) return false;
      object = changed;
      held.push(one.example);
      return true;
    };
    const at = rule.findIndex(fits);
    const left = rule.filter(({ tries }, index) => index !== at && tries < mostTries);
    rule.splice(0, rule.length, ...left);
  }
  return object;
}
