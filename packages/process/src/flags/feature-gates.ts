// Feature gates as Kubernetes' programs have them: features with a stage and a default, switched by one flag.
import { didYouMean, nearestOf } from "@capstan/kube";
import type { Logger } from "../log/logger.ts";
import { processError } from "../process-errors.ts";
import type { FlagOf } from "./flag.ts";

/** How mature a feature is. Who sets one that is "ga" or "deprecated" is warned that it will be removed. */
export type FeatureStage = "alpha" | "beta" | "ga" | "deprecated";

/** A feature that a flag switches on or off. */
export interface Feature {
  readonly stage: FeatureStage;
  readonly default: boolean;
  /** Another value than the default is an error, as for features that cannot be switched any more. Default: false. */
  readonly lockToDefault?: boolean;
}

/** The features of a program by name, for example `{ MachinePool: { stage: "beta", default: true } }`. */
export type FeatureTable = Readonly<Record<string, Feature>>;

/** Which features are on. */
export type FeatureValues<G extends FeatureTable> = { readonly [N in keyof G]: boolean };

/** The flag of a program with these features. One without features takes it, too, when it is empty, as templates of Deployments may write it. */
export function featureFlags(features: FeatureTable): { readonly "feature-gates": FlagOf<"string"> } {
  const names = Object.entries(features).map(
    ([name, { stage, default: on }]) => `${name}=true|false (${stage.toUpperCase()} - default=${on})`,
  );
  const known = names.length === 0 ? "this program has none" : names.join(", ");
  const help = `features to switch on or off, as in Name=true,Other=false; AllAlpha and AllBeta are those of a stage: ${known}`;
  return { "feature-gates": { kind: "string", repeats: true, help } };
}

/** Takes the warning of a feature that is set and will be removed. */
type Warn = (
  message: string,
  fields: { readonly feature: string; readonly value: boolean; readonly stage: FeatureStage },
) => void;

/** The features by the value of the flag. Throws `process/feature-gate` for a name that is not in the table, a value that is not a boolean, and for a feature that cannot be changed. */
export function readFeatures<G extends FeatureTable>(
  features: G | undefined,
  value: string = "",
  warn: Warn = () => undefined,
): FeatureValues<G> {
  const table: FeatureTable = features ?? {};
  const given = new Map(value.split(",").flatMap((pair) => (pair.trim() === "" ? [] : [readPair(table, pair.trim())])));
  for (const [name, on] of given) {
    const stage = table[name]?.stage;
    if (stage === "ga" || stage === "deprecated")
      warn("Feature gate is set that a later release will remove", { feature: name, value: on, stage });
  }
  const values = Object.entries(table).map(([name, feature]) => {
    const byStage = groups.find(({ stage }) => stage === feature.stage);
    return [name, given.get(name) ?? given.get(byStage?.name ?? "") ?? feature.default] as const;
  });
  // Each name of the table has a value; without a table, G is the empty one.
  return Object.fromEntries(values) as FeatureValues<G>;
}

/** Names for all features of a stage. */
const groups = [
  { name: "AllAlpha", stage: "alpha" },
  { name: "AllBeta", stage: "beta" },
] as const;

function readPair(features: FeatureTable, pair: string): readonly [string, boolean] {
  const [name = "", ...others] = pair.split("=").map((part) => part.trim());
  const written = others.join("=");
  const known = [...Object.keys(features), ...groups.map((group) => group.name)];
  const fail = (reason: string, help: string): Error => processError("process/feature-gate", { pair, reason, help });
  if (!known.includes(name))
    throw fail(`there is no feature ${name}${didYouMean(nearestOf(name, known))}`, `use ${known.join(", ")}`);
  const on = booleans.get(written);
  if (on === undefined) throw fail(`"${written}" is not true or false`, `write ${name}=true or ${name}=false`);
  const feature = Object.hasOwn(features, name) ? features[name] : undefined;
  if (feature?.lockToDefault === true && on !== feature.default)
    throw fail(`${name} is always ${feature.default}`, `remove ${name} from the flag`);
  return [name, on];
}

/** What switches the feature, for every program that uses client-go. */
const watchListVariable = "KUBE_FEATURE_WatchListClient";

/**
 * Whether caches are filled by watches that begin with the list (WatchList): `KUBE_FEATURE_WatchListClient=false` in the environment variables says no, as for programs that use client-go. A value that is no
 * boolean is logged and counts as not given, as there.
 *
 * @example
 * const manager = createManager({ client, watchList: usesWatchList({ variables: process.env, log }) });
 */
export function usesWatchList({
  variables,
  log,
}: {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly log: Pick<Logger, "warn">;
}): boolean {
  const { [watchListVariable]: value } = variables;
  if (value === undefined) return true;
  const on = booleans.get(value);
  if (on === undefined)
    log.warn("Environment variable is not true or false, it counts as not given", {
      variable: watchListVariable,
      value,
    });
  return on ?? true;
}

/** What Go's strconv.ParseBool takes. */
const booleans: ReadonlyMap<string, boolean> = new Map([
  ...["1", "t", "T", "true", "TRUE", "True"].map((name) => [name, true] as const),
  ...["0", "f", "F", "false", "FALSE", "False"].map((name) => [name, false] as const),
]);
