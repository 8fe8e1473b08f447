// The values of --feature-gates, as upstream spells them.
import { describeError } from "@capstan/kube";
import { expect, test } from "vitest";
import { featureFlags, readFeatures, usesWatchList } from "./feature-gates.ts";

const features = {
  Fast: { stage: "alpha", default: false },
  Faster: { stage: "alpha", default: false },
  Pools: { stage: "beta", default: true },
  Done: { stage: "ga", default: true },
  Fixed: { stage: "ga", default: true, lockToDefault: true },
  Old: { stage: "deprecated", default: false },
} as const;
const defaults = { Fast: false, Faster: false, Pools: true, Done: true, Fixed: true, Old: false };

function read(value: string): unknown {
  try {
    return readFeatures(features, value);
  } catch (error) {
    return describeError(error);
  }
}
const failed = (pair: string, reason: string, help: string): string =>
  `--feature-gates has "${pair}": ${reason}\n  help: ${help}`;

test.each([
  { value: "", want: defaults },
  { value: "Fast=true,Pools=false", want: { ...defaults, Fast: true, Pools: false } },
  { value: " Fast=1 , ", want: { ...defaults, Fast: true } },
  { value: " Fast = TRUE , Pools =F", want: { ...defaults, Fast: true, Pools: false } },
  { value: "Fast=True,Fast=f", want: defaults },
  { value: "AllAlpha=true,Faster=false", want: { ...defaults, Fast: true } },
  { value: "Faster=false,AllAlpha=true", want: { ...defaults, Fast: true } },
  { value: "AllBeta=false", want: { ...defaults, Pools: false } },
  { value: "Done=true", want: defaults },
  { value: "Done=false", want: { ...defaults, Done: false } },
  { value: "Old=true", want: { ...defaults, Old: true } },
  { value: "Fixed=true", want: defaults },
  { value: "Fixed=false", want: failed("Fixed=false", "Fixed is always true", "remove Fixed from the flag") },
  {
    value: "Pool=true",
    want: failed(
      "Pool=true",
      'there is no feature Pool; did you mean "Pools"?',
      "use Fast, Faster, Pools, Done, Fixed, Old, AllAlpha, AllBeta",
    ),
  },
  {
    value: "toString=true",
    want: failed(
      "toString=true",
      "there is no feature toString",
      "use Fast, Faster, Pools, Done, Fixed, Old, AllAlpha, AllBeta",
    ),
  },
  { value: "Fast", want: failed("Fast", '"" is not true or false', "write Fast=true or Fast=false") },
  { value: "Fast=yes", want: failed("Fast=yes", '"yes" is not true or false', "write Fast=true or Fast=false") },
  { value: "Fast=tRUE", want: failed("Fast=tRUE", '"tRUE" is not true or false', "write Fast=true or Fast=false") },
])("$value", ({ value, want }) => {
  expect(read(value)).toEqual(want);
});

test.each([
  { value: "Fast=true,Pools=false", want: [] },
  { value: "Old=true,Done=false,Done=true", want: ["deprecated Old=true", "ga Done=true"] },
])("$value warns of $want", ({ value, want }) => {
  const warned: string[] = [];
  readFeatures(features, value, (_, { feature, stage, value: on }) => void warned.push(`${stage} ${feature}=${on}`));
  expect(warned).toEqual(want);
});

test("the flag is for every program, and lists the features", () => {
  const help = "features to switch on or off, as in Name=true,Other=false; AllAlpha and AllBeta are those of a stage";
  expect(featureFlags({})["feature-gates"].help).toBe(`${help}: this program has none`);
  expect(featureFlags({ Fast: features.Fast, Done: features.Done })["feature-gates"].help).toBe(
    `${help}: Fast=true|false (ALPHA - default=false), Done=true|false (GA - default=true)`,
  );
});

test.each([
  { value: undefined, on: true, warned: 0 },
  { value: "true", on: true, warned: 0 },
  { value: "False", on: false, warned: 0 },
  { value: "0", on: false, warned: 0 },
  { value: "off", on: true, warned: 1 },
])("KUBE_FEATURE_WatchListClient=$value: $on", ({ value, on, warned }) => {
  const logged: unknown[] = [];
  const log = { warn: (message: string): void => void logged.push(message) };
  expect(usesWatchList({ variables: { KUBE_FEATURE_WatchListClient: value }, log })).toBe(on);
  expect(logged).toHaveLength(warned);
});
