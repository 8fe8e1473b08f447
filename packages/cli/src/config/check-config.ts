// Checks what a configuration module exports: first its shape, against a table of fields, then clusterctl's rules for names and images.
import { posix } from "node:path";
import type { ProviderType } from "@capstan/contract/description";
import { contractVersions } from "@capstan/contract/rules";
import {
  type ExtensionConfigOptions,
  isCanonicalImage,
  memoryMiB,
  namesOf,
  type ReleaseSeries,
} from "@capstan/clusterctl-kit";
import type { LabelRequirement, LabelSelector } from "@capstan/kube";
import type { AlsoConfig, CapstanConfig } from "./config.ts";
import {
  fieldProblems,
  insideEach,
  insideFields,
  isFilled,
  isRecord,
  isStringRecord,
  oneOfField,
  shapeProblem,
  unknownFields,
  type ConfigProblem,
  type ConfigField,
} from "./field-table.ts";
import { checkGenerate, generateFolders } from "./generate-config.ts";
import { inMember, type MemberConfig, configMembers, repeatedMembers } from "./members.ts";

/** The configuration, or what is wrong with it. */
export type CheckedConfig = { readonly config: CapstanConfig } | { readonly problems: readonly ConfigProblem[] };

const providerTypes: readonly string[] = [
  "infrastructure",
  "bootstrap",
  "control-plane",
  "ipam",
  "addon",
  "runtime-extension",
] satisfies ProviderType[];

const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;
const isStringList = (value: unknown): boolean => Array.isArray(value) && value.every(isFilled);
const matches =
  (pattern: RegExp) =>
  (value: unknown): boolean =>
    typeof value === "string" && pattern.test(value);

const dnsLabel = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

const string: ConfigField = { expected: "a string", accepts: isFilled };
const optionalString: ConfigField = { ...string, optional: true };
const optionalStrings: ConfigField = { expected: "an object of strings", optional: true, accepts: isStringRecord };

const count: ConfigField = { expected: "a whole number that is not negative", accepts: isCount };
const seriesFields: Readonly<Record<keyof ReleaseSeries, ConfigField>> = {
  major: count,
  minor: count,
  contract: oneOfField(contractVersions),
};

const githubFields: Readonly<Record<string, ConfigField>> = {
  owner: { expected: "the name of a GitHub user or organization", accepts: matches(/^[A-Za-z0-9][-\w]*$/) },
  repo: {
    expected: "the name of a GitHub repository, without its owner",
    accepts: matches(/^(?!\.{1,2}$)[-.\w]+$/),
  },
};
const repositoryFields: Readonly<Record<string, ConfigField>> = {
  github: { expected: "{ owner, repo }", optional: true, accepts: isRecord, inside: insideFields(githubFields) },
  local: optionalString,
};

const requirementFields: Readonly<Record<keyof LabelRequirement, ConfigField>> = {
  key: string,
  operator: oneOfField(["In", "NotIn", "Exists", "DoesNotExist"]),
  values: { expected: "a list of strings", optional: true, accepts: isStringList },
};
const selectorFields: Readonly<Record<keyof LabelSelector, ConfigField>> = {
  matchLabels: optionalStrings,
  matchExpressions: {
    expected: "a list of { key, operator, values }",
    optional: true,
    accepts: (value) => Array.isArray(value) && value.every(isRecord),
    inside: insideEach(requirementFields),
  },
};
/** Whether the selector can match a namespace is checked by `bundle`. */
const extensionConfigFields: Readonly<Record<keyof ExtensionConfigOptions, ConfigField>> = {
  namespaceSelector: {
    expected: "{ matchLabels, matchExpressions }",
    optional: true,
    accepts: isRecord,
    inside: insideFields(selectorFields),
  },
  settings: optionalStrings,
  prefix: {
    expected: 'a path such as "/hooks", without a slash at its end',
    optional: true,
    accepts: (value) => isFilled(value) && !value.endsWith("/") && URL.parse(value, "http://host")?.pathname === value,
  },
};

/** The fields of everything that is released, by their names in `also`. */
const ownFields: Readonly<Record<keyof AlsoConfig, ConfigField>> = {
  name: string,
  type: oneOfField(providerTypes),
  image: string,
  entry: optionalString,
  namespace: {
    expected: "a DNS label (lower-case letters, digits and dashes)",
    optional: true,
    accepts: matches(dnsLabel),
  },
  templates: optionalString,
  args: {
    expected: "a list of strings",
    optional: true,
    accepts: isStringList,
  },
  env: {
    expected: "an object of strings, and of { secret, key } for keys of Secrets",
    optional: true,
    accepts: (value) => isRecord(value) && Object.entries(value).every(isEnvValue),
  },
  memory: {
    expected: 'a memory limit of at least 128Mi, for example "512Mi" or "2Gi"',
    optional: true,
    accepts: (value) => typeof value === "string" && memoryMiB(value) !== undefined,
  },
  clientCaConfigMap: {
    expected: "the name of a ConfigMap",
    optional: true,
    accepts: matches(/^(?=.{1,253}$)[a-z0-9]([-.a-z0-9]*[a-z0-9])?$/),
  },
  networkPolicy: { expected: "true or false", optional: true, accepts: (value) => typeof value === "boolean" },
  replicas: {
    expected: "a whole number from 1 to 10",
    optional: true,
    accepts: (value) => isCount(value) && Number(value) >= 1 && Number(value) <= 10,
  },
  extensionConfig: {
    expected: "{ namespaceSelector, settings, prefix }",
    optional: true,
    accepts: isRecord,
    inside: insideFields(extensionConfigFields),
  },
  variables: optionalStrings,
};

const { name, type, image, entry, namespace, templates, ...deployed } = ownFields;
const alsoFields: typeof ownFields = { ...ownFields, name: { ...name, optional: true }, entry: string };

const fields: Readonly<Record<keyof CapstanConfig, ConfigField>> = {
  name,
  type,
  image,
  releaseSeries: {
    expected: `a list of { major, minor, contract: ${contractVersions.map((each) => `"${each}"`).join(" | ")} } with at least one entry`,
    accepts: (value) => Array.isArray(value) && value.length > 0 && value.every(isRecord),
    inside: insideEach(seriesFields),
  },
  repository: {
    expected: "{ github: { owner, repo } } or { local: folder }",
    accepts: (value) => isRecord(value) && (value["github"] === undefined) !== (value["local"] === undefined),
    inside: insideFields(repositoryFields),
  },
  entry,
  namespace,
  templates,
  // Checked by generate-config.ts.
  generate: { expected: "an object", optional: true, accepts: () => true },
  crds: optionalString,
  ...deployed,
  also: {
    expected: "a list of { type, image, entry, ... }",
    optional: true,
    accepts: (value) => Array.isArray(value) && value.every(isRecord),
    inside: insideEach(alsoFields),
  },
};

/** A variable of clusterctl may be part of a name. */
const secretName = /^(?=.{1,253}$)(?:[-.a-z0-9]|\$\{[A-Za-z_]\w{0,99}(?::=[-.a-z0-9]{0,253})?\}){1,253}$/;
const secretKey = /^[-.\w]{1,253}$/;

/** NODE_OPTIONS are a string, which the bundle completes. */
function isEnvValue([name, value]: readonly [string, unknown]): boolean {
  if (typeof value === "string") return true;
  return (
    name !== "NODE_OPTIONS" &&
    isRecord(value) &&
    matches(secretName)(value["secret"]) &&
    matches(secretKey)(value["key"])
  );
}

/** What is wrong with the names of a configuration's fields, for commands that need no complete one. */
export function checkNames(names: readonly string[]): readonly ConfigProblem[] {
  return unknownFields(Object.keys(fields), names);
}

/** Checks the default export of a configuration module. */
export function checkConfig(exported: unknown): CheckedConfig {
  if (!isRecord(exported)) {
    const {
      field: _,
      values,
      ...problem
    } = shapeProblem("default export", { expected: "the configuration" }, exported);
    return { problems: [{ ...problem, values: { ...values, help: "write export default defineConfig({ ... })" } }] };
  }
  const generate = checkGenerate(exported["generate"]);
  const shape = [...fieldProblems(fields, exported), ...("problems" in generate ? generate.problems : [])];
  if (shape.length > 0) return { problems: shape };
  // Every field was checked against the table above, which the compiler keeps complete.
  const config = exported as unknown as CapstanConfig;
  const members = configMembers(config);
  const problems = [
    ...members.flatMap((member, index) => nameProblems(member, config.also?.[index - 1] ?? config)),
    ...repeatedMembers(members),
    ...seriesTwice(config),
    ...crdsElsewhere(config),
  ];
  return problems.length > 0 ? { problems } : { config };
}

/** What clusterctl rejects in names; `own` is the part of the configuration that describes the member. A name of the main one is reported there. */
function nameProblems(member: MemberConfig, own: AlsoConfig | CapstanConfig): ConfigProblem[] {
  const { image, name, path } = member;
  const field = (named: string): string => inMember(path, named);
  if (!dnsLabel.test(name))
    return own.name === undefined ? [] : [{ code: "config/name", values: { name }, field: field("name") }];
  const { label, namespace, service } = namesOf(member);
  const tooLong = Object.entries({ "provider label": label, namespace, Service: service })
    .filter(([, long]) => long.length > 63)
    .map(([what, long]): ConfigProblem => {
      const values = { what, name: long, length: long.length, limit: 63 };
      return {
        code: "config/name-length",
        values,
        field: field(member.namespace === undefined ? "name" : "namespace"),
      };
    });
  return isCanonicalImage(image)
    ? tooLong
    : [...tooLong, { code: "config/image", values: { image, name }, field: field("image") }];
}

function seriesTwice({ releaseSeries }: CapstanConfig): ConfigProblem[] {
  const names = releaseSeries.map(({ major, minor }) => `${major}.${minor}`);
  const twice = new Set(names.filter((name, i) => names.indexOf(name) !== i));
  return [...twice].map((series) => ({ code: "config/duplicate-series", values: { series }, field: "releaseSeries" }));
}

/** `crds` may only repeat the folder that `generate` names. */
function crdsElsewhere({ crds, generate }: CapstanConfig): ConfigProblem[] {
  const folder = generateFolders(generate).crds;
  if (crds === undefined || generate === undefined || posix.normalize(`${crds}/`) === `${folder}/`) return [];
  return [{ code: "config/crds-elsewhere", values: { crds, folder }, field: "crds" }];
}
