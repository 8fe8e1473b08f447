// Checks that configuration, description and CRDs agree before a release is built: one function for each check.
import { deepEqual, diagnose, parseApiVersion, type Diagnostic } from "@capstan/kube";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import type { DescribedKind } from "@capstan/contract/description";
import { contextOf } from "../components/bundle-context.ts";
import { contractLabelOf, conversionWebhook } from "../components/custom-resources.ts";
import { bundleDiagnostics, type BundleCode } from "../diagnostics.ts";
import { namesOf } from "./release-names.ts";
import type { BundleInput } from "./bundle-input.ts";
import { settingProblems } from "./extension-settings.ts";
import { selectorProblem } from "./namespace-selector.ts";
import { parseProviderVersion, seriesOf } from "./metadata.ts";
import { unreachableKinds } from "./ownership.ts";

interface Problem {
  readonly code: BundleCode;
  readonly values: Readonly<Record<string, string | number>>;
}

type Check = (input: BundleInput) => readonly Problem[];

const checks: readonly Check[] = [
  sameProvider,
  envNames,
  versionHasSeries,
  everyKindHasCrd,
  eachCrdOnce,
  contractLabels,
  conversions,
  ownConversions,
  clientCaOfConversions,
  ownership,
  restricts,
  namespaceSelector,
  settingProblems,
];

/** Every problem of an input with a valid version. */
export function checkBundle(input: BundleInput, configFile: string): Diagnostic[] {
  return checks
    .flatMap((check) => check(input))
    .map(({ code, values }) => diagnose(bundleDiagnostics, code, { values, position: { file: configFile } }));
}

function sameProvider({ config, description }: BundleInput): Problem[] {
  const described = `${description.type}-${description.name}`;
  const { label } = namesOf(config);
  return described === label ? [] : [{ code: "bundle/other-provider", values: { described, configured: label } }];
}

/** What the API server accepts since Kubernetes 1.32. */
const envName = /^[ -<>-~]+$/;

function envNames({ config }: BundleInput): Problem[] {
  return Object.keys(config.env ?? {})
    .filter((name) => !envName.test(name))
    .map((name) => ({ code: "bundle/env-name", values: { name } }));
}

function clientCaOfConversions({ config, description }: BundleInput): Problem[] {
  const name = config.clientCaConfigMap;
  return name !== undefined && description.webhooks.some(({ type }) => type === "conversion")
    ? [{ code: "bundle/client-ca-of-conversions", values: { name } }]
    : [];
}

function versionHasSeries({ config, version }: BundleInput): Problem[] {
  const { major = 0, minor = 0 } = parseProviderVersion(version) ?? {};
  return seriesOf(version, config.releaseSeries) === undefined
    ? [{ code: "bundle/no-series", values: { version, major, minor } }]
    : [];
}

function everyKindHasCrd({ description, crds }: BundleInput): Problem[] {
  return description.kinds
    .filter((kind) => crdOf(kind, crds) === undefined)
    .map(({ kind, apiVersion }) => ({ code: "bundle/no-crd", values: { kind: `${kind} (${apiVersion})` } }));
}

/** Installers apply them one after the other, and the last would win. */
function eachCrdOnce({ crds }: BundleInput): Problem[] {
  return [...Map.groupBy(crds, ({ metadata: { name = "" } }) => name)]
    .filter(([, same]) => same.length > 1)
    .map(([name, same]) => ({ code: "bundle/repeated-crd", values: { name, count: same.length } }));
}

/** Core must find a version of each kind it references, in the contract that metadata.yaml declares. */
function contractLabels({ config, description, crds, version, contract }: BundleInput): Problem[] {
  const declared = contract ?? seriesOf(version, config.releaseSeries)?.contract;
  if (declared === undefined) return [];
  const unlabeled = description.kinds
    .filter(({ role }) => role !== "owned")
    .map((kind) => crdOf(kind, crds))
    .filter((crd) => crd !== undefined && crd.metadata.labels?.[contractLabelOf(declared)] === undefined);
  const kinds = [...new Set(unlabeled.map((crd) => crd?.spec.names.kind ?? ""))];
  if (contract === undefined)
    return kinds.length === 0
      ? []
      : [{ code: "bundle/contract-changed", values: { version, contract: declared, kinds: kinds.join(", ") } }];
  return kinds.map((kind) => ({ code: "bundle/no-contract-label", values: { kind, contract } }));
}

function conversions(input: BundleInput): Problem[] {
  const context = contextOf(input);
  return input.crds
    .filter((crd) => hasDifferentVersions(crd) && !isServerEnough(crd) && conversionWebhook(context, crd) === undefined)
    .map(({ spec }) => ({
      code: "bundle/no-conversion",
      values: { kind: spec.names.kind, versions: spec.versions.map(({ name }) => name).join(", ") },
    }));
}

/** `capstan generate` writes this strategy only where a conversion declares it. */
function isServerEnough({ spec }: CustomResourceDefinition): boolean {
  return spec.conversion?.strategy === "None";
}

function ownConversions(input: BundleInput): Problem[] {
  const context = contextOf(input);
  return input.crds
    .filter((crd) => crd.spec.conversion?.strategy === "Webhook" && conversionWebhook(context, crd) === undefined)
    .map(({ metadata: { name = "" } }) => ({ code: "bundle/other-conversion", values: { name } }));
}

/** Nothing would differ but the name of the option. */
function restricts({ description, scope }: BundleInput): Problem[] {
  return scope === "namespace" && description.watchedRules.length === 0
    ? [{ code: "bundle/no-watches", values: {} }]
    : [];
}

function namespaceSelector({ config }: BundleInput): Problem[] {
  const problem = selectorProblem(config.extensionConfig?.namespaceSelector ?? {});
  return problem === undefined ? [] : [{ code: "bundle/namespace-selector", values: { problem } }];
}

function ownership({ description, crds }: BundleInput): Problem[] {
  return unreachableKinds(description, crds).map(({ kind, group }) => ({
    code: "bundle/unreachable-kind",
    values: { kind: `${kind} (${group})` },
  }));
}

function crdOf(
  { apiVersion, plural }: DescribedKind,
  crds: readonly CustomResourceDefinition[],
): CustomResourceDefinition | undefined {
  const { group, version } = parseApiVersion(apiVersion);
  return crds.find(
    ({ spec }) =>
      spec.group === group && spec.names.plural === plural && spec.versions.some(({ name }) => name === version),
  );
}

function hasDifferentVersions({ spec }: CustomResourceDefinition): boolean {
  const [first, ...rest] = spec.versions;
  return rest.some((version) => !deepEqual(version.schema, first?.schema));
}
