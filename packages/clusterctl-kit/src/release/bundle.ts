// From description, configuration and CRDs to the files of a release. Pure: no clock, no disk, the same input gives the same bytes.
// The cli calls it and writes what comes back; an error among the diagnostics means that nothing may be written.
import type { Description } from "@capstan/contract";
import { diagnose, hasErrors, type Diagnostic } from "@capstan/kube";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { emitYaml, emitYamlDocuments } from "@capstan/schema/yaml";
import { servesTls, type BundleContext } from "../components/bundle-context.ts";
import { componentObjects } from "../components/components.ts";
import type { CapstanConfig, ContractVersion } from "../config/config.ts";
import { bundleDiagnostics } from "../diagnostics.ts";
import { listVariables } from "../envsubst/list-variables.ts";
import { namesOf } from "../names.ts";
import { checkBundle } from "./check-bundle.ts";
import { extensionConfig, extensionConfigFile } from "./extension-config.ts";
import { metadataYaml, parseVersion } from "./metadata.ts";
import type { ReleaseFile } from "./release-file.ts";
import { componentsFile } from "./repository.ts";
import { checkTemplates } from "./templates.ts";
import { variablesDocument } from "./variables-document.ts";

/** What a release is made from. */
export interface BundleInput {
  readonly config: CapstanConfig;
  readonly description: Description;
  readonly crds: readonly CustomResourceDefinition[];
  /** The version with its leading `v`. */
  readonly version: string;
  /** Cluster templates and ClusterClasses, as they stand in the project. */
  readonly templates?: readonly ReleaseFile[];
  /** Makes a release for one contract only: CRDs keep its label alone, and metadata.yaml says it. */
  readonly contract?: ContractVersion;
  /** Names the configuration in diagnostics. */
  readonly configFile?: string;
}

/** The files of a release, or why there are none. */
export interface Bundle {
  /** Empty when there is an error. */
  readonly files: readonly ReleaseFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Builds a release. */
export function bundle(input: BundleInput): Bundle {
  const { templates = [], configFile = "capstan.config.ts" } = input;
  if (parseVersion(input.version) === undefined) return refusedVersion(input.version);
  const diagnostics = [...checkBundle(input, configFile), ...checkTemplates(templates)];
  if (hasErrors(diagnostics)) return { files: [], diagnostics };
  const { config, description, version } = input;
  const files = releaseFiles({ config, description, version, names: namesOf(config) }, input);
  const variables = variablesDocument(
    files.map(({ path, content }) => ({ file: path, variables: listVariables(content, path).variables })),
    config.variables ?? {},
  );
  return { files: variables === "" ? files : [...files, { path: "variables.md", content: variables }], diagnostics };
}

function releaseFiles(context: BundleContext, { crds, templates = [], contract }: BundleInput): ReleaseFile[] {
  const { config, version } = context;
  const extension =
    context.description.hooks.length === 0 || !servesTls(context)
      ? []
      : [{ path: extensionConfigFile, content: emitYaml(extensionConfig(context)) }];
  return [
    { path: componentsFile[config.type], content: emitYamlDocuments(componentObjects(context, crds, contract)) },
    {
      path: "metadata.yaml",
      content: metadataYaml(config.releaseSeries, contract === undefined ? undefined : { version, contract }),
    },
    ...extension,
    ...templates.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  ];
}

function refusedVersion(version: string): Bundle {
  return { files: [], diagnostics: [diagnose(bundleDiagnostics, "bundle/version", { values: { version } })] };
}
