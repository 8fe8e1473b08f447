// Judges what a configuration module exported: first its shape, by a table of fields, then the rules clusterctl has for names and images.
// It is given anything, since a configuration may be plain JavaScript.
import { diagnose, type Diagnostic } from "@capstan/kube";
import { bundleDiagnostics } from "../diagnostics.ts";
import { namesOf } from "../names.ts";
import type { CapstanConfig } from "./config.ts";
import { isCanonicalImage } from "./image-name.ts";

/** The configuration, or why it is none. */
export interface CheckedConfig {
  /** Present when there is no error. */
  readonly config?: CapstanConfig;
  readonly diagnostics: readonly Diagnostic[];
}

interface Field {
  readonly expected: string;
  readonly optional?: boolean;
  readonly holds: (value: unknown) => boolean;
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

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
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
  crds: optionalText,
  args: { expected: "a list of texts", optional: true, holds: (value) => Array.isArray(value) && value.every(isText) },
  env: optionalTexts,
  variables: optionalTexts,
};

/** Judges the default export of a configuration module. */
export function checkConfig(exported: unknown, file: string): CheckedConfig {
  const place = { position: { file } };
  if (!isRecord(exported)) {
    const values = { field: "default export", expected: "the configuration", found: describe(exported) };
    return { diagnostics: [diagnose(bundleDiagnostics, "config/shape", { values, ...place })] };
  }
  const shape = [...unknownFields(exported), ...wrongFields(exported)].map(({ code, values }) =>
    diagnose(bundleDiagnostics, code, { values, ...place }),
  );
  if (shape.length > 0) return { diagnostics: shape };
  const config = exported as unknown as CapstanConfig;
  const rules = [...nameProblems(config), ...seriesTwice(config)].map(({ code, values }) =>
    diagnose(bundleDiagnostics, code, { values, ...place }),
  );
  return rules.length > 0 ? { diagnostics: rules } : { config, diagnostics: [] };
}

interface Problem {
  readonly code: keyof typeof bundleDiagnostics;
  readonly values: Readonly<Record<string, string | number>>;
}

function unknownFields(exported: Readonly<Record<string, unknown>>): Problem[] {
  return Object.keys(exported)
    .filter((field) => !(field in fields))
    .map((field) => ({ code: "config/unknown-field", values: { field, fields: Object.keys(fields).join(", ") } }));
}

function wrongFields(exported: Readonly<Record<string, unknown>>): Problem[] {
  return Object.entries(fields)
    .filter(
      ([name, field]) => !(field.optional === true && exported[name] === undefined) && !field.holds(exported[name]),
    )
    .map(([name, field]) => ({
      code: "config/shape",
      values: { field: name, expected: field.expected, found: describe(exported[name]) },
    }));
}

function nameProblems(config: CapstanConfig): Problem[] {
  if (!/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(config.name))
    return [{ code: "config/name", values: { name: config.name } }];
  const { label, namespace, service } = namesOf(config);
  const tooLong: Problem[] = Object.entries({ "provider label": label, namespace, Service: service })
    .filter(([, name]) => name.length > 63)
    .map(([what, name]) => ({ code: "config/name-length", values: { what, name, length: name.length, limit: 63 } }));
  const image: Problem[] = isCanonicalImage(config.image)
    ? []
    : [{ code: "config/image", values: { image: config.image, name: config.name } }];
  return [...tooLong, ...image];
}

function seriesTwice({ releaseSeries }: CapstanConfig): Problem[] {
  const names = releaseSeries.map(({ major, minor }) => `${major}.${minor}`);
  return [...new Set(names.filter((name, i) => names.indexOf(name) !== i))].map((series) => ({
    code: "config/series-twice",
    values: { series },
  }));
}

function isRepository(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { github, local } = value;
  return github === undefined
    ? isText(local)
    : isRecord(github) && isText(github["owner"]) && isText(github["repo"]) && local === undefined;
}

function describe(value: unknown): string {
  return value === undefined ? "missing" : JSON.stringify(value);
}
