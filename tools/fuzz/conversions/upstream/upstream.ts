// Compares declared conversions of Cluster API's own kinds with the functions that upstream wrote by hand, on random objects in both directions,
// and on the way back with the annotation that upstream writes.
import * as fc from "fast-check";
import type { JsonFields } from "@capstan/schema/conversions";
import { compileSchema } from "@capstan/schema/structural";
import { annotations } from "@capstan/contract";
import { deepClone, deepEqual, isJsonObject } from "@capstan/kube";
import { askPeer } from "@capstan/tool-peers/ask";
import { objectsOf } from "../objects/random-objects.ts";
import type { Outcome, Part, Settings } from "../../part.ts";
import { differencesOf, type Difference } from "./differences.ts";
import { knownDifferences, type Way } from "./known-differences.ts";
import { readableByGo } from "./readable-values.ts";
import { declaredKinds, type DeclaredKind } from "./upstream-kinds.ts";

/** Upstream's own kinds. */
export const upstream: Part = {
  name: "upstream",
  async run(settings) {
    const outcomes: Outcome[] = [];
    const seen = new Set<string>();
    for (const kind of await declaredKinds(settings.only)) outcomes.push(...(await compareKind(kind, settings, seen)));
    return settings.only === "" && settings.runs >= wholeRun ? [...outcomes, unseenDifferences(seen)] : outcomes;
  },
};

/** With fewer objects, a difference of the list may not happen. */
const wholeRun = 10_000;

/** An entry of the list that nothing needs would hide a later defect. */
function unseenDifferences(seen: ReadonlySet<string>): Outcome {
  const unseen = knownDifferences.filter(({ name }) => !seen.has(name));
  const failures = unseen.map(({ name }) => `"${name}" did not happen: remove it from known-differences.ts`);
  return { group: "every known difference happens", cases: knownDifferences.length, failures };
}

/** What one object became, by both. */
interface Answer {
  readonly upstream?: JsonFields;
  readonly ours?: JsonFields;
  readonly error?: string;
}

async function compareKind(kind: DeclaredKind, settings: Settings, seen: Set<string>): Promise<readonly Outcome[]> {
  const up = await compare(kind, "up", acceptedSamples(kind, "v1beta1", settings));
  const down = await compare(kind, "down", acceptedSamples(kind, "v1beta2", settings));
  // What upstream wrote for an older client, read again: the annotation has the whole object.
  const again = await compare(
    kind,
    "back",
    down.answers.flatMap((answer) => (answer.upstream === undefined ? [] : [answer.upstream])),
  );
  for (const { known } of [up, down, again]) for (const name of known) seen.add(name);
  return [
    { group: `${kind.kind} to v1beta2`, ...up.outcome },
    { group: `${kind.kind} to v1beta1`, ...down.outcome },
    { group: `${kind.kind} back to v1beta2, with upstream's annotation`, ...again.outcome },
  ];
}

/** As many objects as wanted that the server accepts. */
export function acceptedSamples(
  { kind, group, schemaOf }: Pick<DeclaredKind, "kind" | "group" | "schemaOf">,
  version: string,
  { runs, seed }: Pick<Settings, "runs" | "seed">,
): object[] {
  const schema = schemaOf(version);
  const compiled = compileSchema(schema);
  const objects = objectsOf({ apiVersion: `${group}/${version}`, schema }, kind, readableByGo).map((object) => {
    const kept = deepClone(object);
    compiled.prune(kept);
    compiled.applyDefaults(kept);
    return kept;
  });
  const accepted = objects.filter((object) => compiled.validate(object).length === 0);
  return fc.sample(accepted, { numRuns: runs, seed });
}

interface Compared {
  /** The names of the known differences that happened. */
  readonly known: readonly string[];
  readonly answers: readonly Answer[];
  readonly outcome: Omit<Outcome, "group">;
}

async function compare(kind: DeclaredKind, way: Way, objects: readonly object[]): Promise<Compared> {
  const to = way === "down" ? "v1beta1" : "v1beta2";
  // As the webhook does.
  const context = {
    apiVersionOf: (group: string): string => (group === "" ? "v1beta1" : `${group}/v1beta1`),
    isGivenAway: true,
  };
  const requests = objects.map((object) => {
    const ours = kind.converter.convert(object, `${kind.group}/${to}`, context);
    return { kind: kind.kind, to, object, ours };
  });
  const answers = await askPeer<Answer>("conversions", requests);
  const failures: string[] = [];
  const known = new Map<string, number>();
  for (const [index, { upstream: theirs, ours, error }] of answers.entries()) {
    if (error !== undefined) {
      failures.push(`upstream failed: ${error}\nobject: ${JSON.stringify(objects[index])}`);
      continue;
    }
    const { first, hidden } = compareResults(withoutData(theirs), withoutData(ours), { kind: kind.kind, way });
    for (const name of hidden) known.set(name, (known.get(name) ?? 0) + 1);
    if (first === undefined) continue;
    const values = `upstream ${JSON.stringify(first.was)}, ours ${JSON.stringify(first.is)}`;
    failures.push(`${first.path.join(".")}: ${values}\nobject: ${JSON.stringify(objects[index])}`);
  }
  const note = [...known].map(([name, count]) => `${count} ${name}`).join("; ");
  return { known: [...known.keys()], answers, outcome: { cases: objects.length, failures, note } };
}

/** The first difference that is not known, and the names of those that are. */
function compareResults(
  theirs: JsonFields,
  ours: JsonFields,
  at: { readonly kind: string; readonly way: Way },
): { readonly first: Difference | undefined; readonly hidden: readonly string[] } {
  const hidden: string[] = [];
  let found = differencesOf(theirs, ours);
  for (const { name, kinds, ways, hide } of knownDifferences) {
    if (found.length === 0) break;
    if (!kinds.includes(at.kind) || !ways.includes(at.way)) continue;
    hide(theirs);
    hide(ours);
    const left = differencesOf(theirs, ours);
    if (left.length < found.length) hidden.push(name);
    found = left;
  }
  return { first: found[0], hidden };
}

/** An object without the annotation that keeps what a version cannot hold: each side reads the other's, and writes its own. */
function withoutData(object: JsonFields = {}): JsonFields {
  const copy = deepClone(object);
  const metadata = copy["metadata"];
  const all = isJsonObject(metadata) ? metadata["annotations"] : undefined;
  if (!isJsonObject(metadata) || !isJsonObject(all)) return copy;
  delete all[annotations.conversionData];
  if (deepEqual(all, {})) delete metadata["annotations"];
  return copy;
}
