// From description, configuration and CRDs to the files of a release.
import { diagnose, hasErrors, type Diagnostic } from "@capstan/kube";
import { emitYamlDocuments } from "@capstan/schema/yaml";
import { contextOf, type BundleContext } from "../components/bundle-context.ts";
import { componentObjects } from "../components/components.ts";
import { bundleDiagnostics } from "../diagnostics.ts";
import { listVariables } from "../envsubst/list-variables.ts";
import { changedCrds } from "./changed-crds.ts";
import { checkBundle } from "./check-bundle.ts";
import { metadataYaml, parseProviderVersion } from "./metadata.ts";
import type { BundleInput, ReleaseFile } from "./bundle-input.ts";
import { extensionFiles } from "./extension-files.ts";
import type { ReleaseConfig } from "./release-config.ts";
import { componentsFile } from "./repository.ts";
import { checkReleaseTemplates } from "./templates.ts";
import { variablesDocument } from "./variables-document.ts";

/** The files of a release, or why there are none. */
export interface Bundle {
  /** Empty when there is an error. */
  readonly files: readonly ReleaseFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Builds the files of a release that clusterctl installs: components, metadata.yaml, templates, variables.md.
 *
 * It reads and writes nothing: the caller writes `files`. Equal inputs give equal bytes. Problems are returned as diagnostics and never
 * thrown; with an error among them `files` is empty, and nothing may be published.
 *
 * @example
 * ```ts
 * const { files, diagnostics } = bundle({ config, description, crds, version: "v0.1.0" });
 * ```
 */
export function bundle(input: BundleInput): Bundle {
  const { templates = [], configFile = "capstan.config.ts" } = input;
  if (parseProviderVersion(input.version) === undefined) return rejectedVersion(input.version);
  const diagnostics = [...checkBundle(input, configFile), ...checkReleaseTemplates(templates)];
  if (hasErrors(diagnostics)) return { files: [], diagnostics };
  const context = contextOf(input);
  const objects = componentObjects(context, input.crds, input.contract);
  const components = emitYamlDocuments(objects);
  const changed = changedCrds(components, objects, configFile);
  if (changed.length > 0) return { files: [], diagnostics: [...diagnostics, ...changed] };
  const files = releaseFiles(context, input, components);
  return { files: [...files, ...variablesOf(files, input.config)], diagnostics };
}

/** The name of the page of variables. */
export const variablesFile = "variables.md";

/** The page of the variables of a provider's files; none without variables. */
export function variablesOf(files: readonly ReleaseFile[], { variables = {} }: ReleaseConfig): ReleaseFile[] {
  const content = variablesDocument(
    files.map(({ path, content }) => ({ file: path, variables: listVariables(content, path).variables })),
    variables,
  );
  return content === "" ? [] : [{ path: variablesFile, content }];
}

function releaseFiles(
  context: BundleContext,
  { templates = [], contract }: BundleInput,
  components: string,
): ReleaseFile[] {
  const { config, version } = context;
  return [
    { path: componentsFile[config.type], content: components },
    {
      path: "metadata.yaml",
      content: metadataYaml(config.releaseSeries, contract === undefined ? undefined : { version, contract }),
    },
    ...extensionFiles(context),
    ...templates.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  ];
}

function rejectedVersion(version: string): Bundle {
  return { files: [], diagnostics: [diagnose(bundleDiagnostics, "bundle/version", { values: { version } })] };
}
