// Judges what a configuration module exported: first its shape, by a table of fields, then the rules clusterctl has for names and images.
// It is given anything, since a configuration may be plain JavaScript.
import { posix } from "node:path";
import { diagnose, type Diagnostic } from "@capstan/kube";
import { bundleDiagnostics } from "../diagnostics.ts";
import { namesOf } from "../names.ts";
import type { CapstanConfig } from "./config.ts";
import { fieldProblems, isRecord, isText, shapeProblem, type ConfigProblem, type Field } from "./field-table.ts";
import { generateFolders, generateProblems } from "./generate-config.ts";
import { isCanonicalImage } from "./image-name.ts";

/** The configuration, or why it is none. */
export interface CheckedConfig {
  /** Present when there is no error. */
  readonly config?: CapstanConfig;
  readonly diagnostics: readonly Diagnostic[];
}

const providerTypes: readonly string[] = [
  "infrastructure",
  "bootstrap",
  "control-plane",
  "ipam",
  "addon",
  "runtime-extension",
];
const contracts: readonly string[] = ["v1beta1", "v1beta2"];

const isTextRecord = (value: unknown): boolean =>
  isRecord(value) && Object.values(value).every((each) => typeof each === "string");
const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;
const isSeries = (value: unknown): boolean =>
  isRecord(value) &&
  isCount(value["major"]) &&
  isCount(value["minor"]) &&
  contracts.includes(String(value["contract"]));

const text: Field = { expected: "a text", holds: isText };
const optionalText: Field = { ...text, optional: true };
const optionalTexts: Field = { expected: "an object of texts", optional: true, holds: isTextRecord };

const fields: Readonly<Record<keyof CapstanConfig, Field>> = {
  name: text,
  type: { expected: `one of ${providerTypes.join(", ")}`, holds: (value) => providerTypes.includes(String(value)) },
  image: text,
  releaseSeries: {
    expected: `a list of { major, minor, contract: ${contracts.map((each) => `"${each}"`).join(" | ")} } with at least one entry`,
    holds: (value) => Array.isArray(value) && value.length > 0 && value.every(isSeries),
  },
  repository: { expected: "{ github: { owner, repo } } or { local: folder }", holds: isRepository },
  entry: optionalText,
  namespace: optionalText,
  templates: optionalText,
  // Its own fields are judged by generate-config.ts.
  generate: { expected: "an object", optional: true, holds: () => true },
  crds: optionalText,
  args: { expected: "a list of texts", optional: true, holds: (value) => Array.isArray(value) && value.every(isText) },
  env: optionalTexts,
  variables: optionalTexts,
};

/** Judges the default export of a configuration module. */
export function checkConfig(exported: unknown, file: string): CheckedConfig {
  const place = { position: { file } };
  if (!isRecord(exported)) {
    const { code, values } = shapeProblem("default export", "the configuration", exported);
    return { diagnostics: [diagnose(bundleDiagnostics, code, { values, ...place })] };
  }
  const shape = [...fieldProblems(fields, exported), ...generateProblems(exported["generate"])].map(
    ({ code, values }) => diagnose(bundleDiagnostics, code, { values, ...place }),
  );
  if (shape.length > 0) return { diagnostics: shape };
  const config = exported as unknown as CapstanConfig;
  const rules = [...nameProblems(config), ...seriesTwice(config), ...crdsElsewhere(config)].map(({ code, values }) =>
    diagnose(bundleDiagnostics, code, { values, ...place }),
  );
  return rules.length > 0 ? { diagnostics: rules } : { config, diagnostics: [] };
}

function nameProblems(config: CapstanConfig): ConfigProblem[] {
  if (!/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(config.name))
    return [{ code: "config/name", values: { name: config.name } }];
  const { label, namespace, service } = namesOf(config);
  const tooLong: ConfigProblem[] = Object.entries({ "provider label": label, namespace, Service: service })
    .filter(([, name]) => name.length > 63)
    .map(([what, name]) => ({ code: "config/name-length", values: { what, name, length: name.length, limit: 63 } }));
  const image: ConfigProblem[] = isCanonicalImage(config.image)
    ? []
    : [{ code: "config/image", values: { image: config.image, name: config.name } }];
  return [...tooLong, ...image];
}

function seriesTwice({ releaseSeries }: CapstanConfig): ConfigProblem[] {
  const names = releaseSeries.map(({ major, minor }) => `${major}.${minor}`);
  return [...new Set(names.filter((name, i) => names.indexOf(name) !== i))].map((series) => ({
    code: "config/series-twice",
    values: { series },
  }));
}

/** A project that says where CRDs are generated does not say again, and otherwise, where they are. */
function crdsElsewhere({ crds, generate }: CapstanConfig): ConfigProblem[] {
  const folder = generateFolders(generate).crds;
  if (crds === undefined || generate === undefined || posix.normalize(`${crds}/`) === `${folder}/`) return [];
  return [{ code: "config/crds-elsewhere", values: { crds, folder } }];
}

function isRepository(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { github, local } = value;
  return github === undefined
    ? isText(local)
    : isRecord(github) && isText(github["owner"]) && isText(github["repo"]) && local === undefined;
}
