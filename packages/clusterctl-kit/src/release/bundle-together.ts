// One release of several providers of one repository, as Cluster API releases bootstrap and control plane: a components file of each, and one metadata.yaml.
import { diagnose, hasErrors, parseApiVersion, type Diagnostic } from "@capstan/kube";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { bundleDiagnostics } from "../diagnostics.ts";
import type { BundleInput, ReleaseFile } from "./bundle-input.ts";
import { bundle, type Bundle, variablesFile, variablesOf } from "./bundle.ts";
import { namesOf } from "./release-names.ts";
import { componentsFile, componentsFiles } from "./repository.ts";

/** The files of a release of several providers, or why there are none. */
export interface JointBundle extends Bundle {
  /** The files of each provider alone, as a local repository has them; empty when there is an error. */
  readonly each: readonly (readonly ReleaseFile[])[];
}

/**
 * Builds one release of several providers: a components file of each, one metadata.yaml, and the templates of all. All have the version and the
 * release series of the first.
 *
 * Each provider gets the CRDs of the kinds that its description names; the first one also gets those that no description names. Of one provider
 * the result is that of `bundle`. With an error in one of them there are no files at all.
 *
 * @example
 * ```ts
 * const { files, diagnostics } = bundleTogether([provider, extension]);
 * ```
 */
export function bundleTogether(inputs: readonly BundleInput[]): JointBundle {
  const [only, ...others] = inputs;
  if (only === undefined) return { files: [], each: [], diagnostics: [] };
  if (others.length === 0) {
    const built = bundle(only);
    return { ...built, each: built.diagnostics.some(isError) ? [] : [built.files] };
  }
  const built = inputs.map((input, index) => bundle({ ...scoped(input, inputs), crds: crdsOf(inputs, index) }));
  const each = built.map(({ files }) => files);
  const found = once(built.flatMap(({ diagnostics }) => diagnostics));
  const diagnostics = [...found, ...repeatedKinds(inputs), ...repeatedTemplates(inputs)];
  return hasErrors(diagnostics)
    ? { files: [], each: [], diagnostics }
    : { files: joined(inputs, each), each, diagnostics };
}

/** What watches nothing beside what does is the same for one namespace as for all. */
function scoped(input: BundleInput, inputs: readonly BundleInput[]): BundleInput {
  const watches = ({ description }: BundleInput): boolean => description.watchedRules.length > 0;
  return !watches(input) && inputs.some(watches) ? { ...input, scope: "cluster" } : input;
}

const isError = ({ severity }: Diagnostic): boolean => severity === "error";

/** A version without a series is a mistake of all. */
function once(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...new Map(diagnostics.map((each) => [JSON.stringify(each), each])).values()];
}

/** The CRDs of one provider among those of all. */
function crdsOf(inputs: readonly BundleInput[], index: number): CustomResourceDefinition[] {
  const named = inputs.map(({ description }) => new Set(description.kinds.map(resourceOf)));
  return (inputs[index]?.crds ?? []).filter(({ spec }) => {
    const name = `${spec.names.plural}.${spec.group}`;
    return named[index]?.has(name) === true || (index === 0 && !named.some((names) => names.has(name)));
  });
}

function resourceOf({
  plural,
  apiVersion,
}: Pick<BundleInput["description"]["kinds"][number], "plural" | "apiVersion">): string {
  return `${plural}.${parseApiVersion(apiVersion).group}`;
}

/** Two providers that install one CRD would take it from each other. */
function repeatedKinds(inputs: readonly BundleInput[]): Diagnostic[] {
  return inputs.flatMap(({ config, description, configFile }, index) => {
    const resources = new Map(description.kinds.map((each) => [resourceOf(each), each.kind]));
    return [...resources].flatMap(([resource, kind]) => {
      const other = inputs
        .slice(0, index)
        .find((before) => before.description.kinds.some((each) => resourceOf(each) === resource));
      if (other === undefined) return [];
      const values = { kind, first: namesOf(other.config).label, second: namesOf(config).label };
      return [diagnose(bundleDiagnostics, "bundle/repeated-kind", { values, ...placeOf(configFile) })];
    });
  });
}

/** In the release, files with one name would overwrite each other. */
function repeatedTemplates(inputs: readonly BundleInput[]): Diagnostic[] {
  return inputs.flatMap(({ config, templates = [], configFile }, index) =>
    templates.flatMap(({ path }) => {
      const other = inputs.slice(0, index).find((before) => before.templates?.some((each) => each.path === path));
      if (other === undefined) return [];
      const values = { file: path, first: namesOf(other.config).label, second: namesOf(config).label };
      return [diagnose(bundleDiagnostics, "bundle/repeated-template", { values, ...placeOf(configFile) })];
    }),
  );
}

function placeOf(file: string = "capstan.config.ts"): { readonly position: { readonly file: string } } {
  return { position: { file } };
}

/** The files of all in one folder: what has one name in several is one file. */
function joined(inputs: readonly BundleInput[], each: readonly (readonly ReleaseFile[])[]): ReleaseFile[] {
  const names = componentsFiles(inputs.map(({ config }) => config));
  const files = inputs.flatMap(({ config }, index) => {
    const plain = componentsFile[config.type];
    const renamed = (each[index] ?? [])
      .filter(({ path }) => path !== variablesFile)
      .map((file) => (file.path === plain ? { ...file, path: names[index] ?? plain } : file));
    return [...renamed, ...variablesOf(renamed, config)];
  });
  return [...Map.groupBy(files, ({ path }) => path)].map(([path, same]) => {
    const contents = same.map(({ content }) => content);
    return { path, content: joins[path]?.(contents) ?? contents.join("---\n") };
  });
}

/** How files of one name become one; documents of YAML follow one another. */
const joins: Readonly<Record<string, (contents: readonly string[]) => string>> = {
  "metadata.yaml": ([first = ""]) => first,
  [variablesFile]: ([first = "", ...rest]) =>
    [first, ...rest.map((content) => content.slice(content.indexOf("## ")))].join("\n"),
};
