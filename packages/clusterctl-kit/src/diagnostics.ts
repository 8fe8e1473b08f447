// Everything that can be wrong with a configuration and a release: one table, read by checks here and by `capstan explain`.
import type { DiagnosticRule } from "@capstan/kube";

/** The codes of this table. */
export type BundleCode =
  | "config/shape"
  | "config/unknown-field"
  | "config/outside"
  | "config/crds-elsewhere"
  | "config/name"
  | "config/name-length"
  | "config/image"
  | "config/series-twice"
  | "bundle/version"
  | "bundle/no-series"
  | "bundle/contract-changed"
  | "bundle/other-provider"
  | "bundle/no-crd"
  | "bundle/no-contract-label"
  | "bundle/no-conversion"
  | "bundle/unreachable-kind"
  | "template/name"
  | "template/no-cluster-class"
  | "template/class-name"
  | "template/no-kind";

/** The diagnostics of configurations and releases. */
export const bundleDiagnostics: Readonly<Record<BundleCode, DiagnosticRule>> = {
  "config/shape": {
    severity: "error",
    message: '"{field}" must be {expected}, and is {found}',
    hint: 'give "{field}" {expected}',
    explain:
      "The default export of capstan.config.ts is the configuration: wrap it in defineConfig of @capstan/clusterctl-kit, and the editor says the same before the command does.",
  },
  "config/unknown-field": {
    severity: "error",
    message: '"{field}" is not a field of the configuration',
    hint: "{mend} The fields are {fields}",
    explain: "A misspelt field would be ignored in silence, and the work would be done without it.",
  },
  "config/outside": {
    severity: "error",
    message: '"{field}" must be below the project\'s folder, and is "{path}"',
    hint: 'write a path relative to the project, with / between folders, for example "src/api"',
    explain:
      "Only what lies below the project's own folder is read as its API and written by generate: a path that is absolute, leads above the project or is the project itself is refused.",
  },
  "config/crds-elsewhere": {
    severity: "error",
    message: '"crds" is "{crds}", and generate writes the CRDs to "{folder}"',
    hint: 'remove "crds": bundle and dev read what generate writes',
    explain:
      'The field "generate" already says where the CRDs are; "crds" is for a project whose CRDs are made by something else. Two answers would release CRDs that nobody generates.',
  },
  "config/name": {
    severity: "error",
    message: 'the provider name "{name}" is not one clusterctl accepts',
    hint: "use lower-case letters, digits and dashes, beginning and ending with a letter or digit",
    explain: "clusterctl takes the name on its command line and puts it into a label: it must be a DNS label.",
  },
  "config/name-length": {
    severity: "error",
    message: 'the name "{name}" of the {what} has {length} characters, more than {limit}',
    hint: "shorten the provider's name, or give a shorter namespace",
    explain:
      "Namespaces, Services and label values hold 63 characters. The label is the type and the name, and other names follow from it.",
  },
  "config/image": {
    severity: "error",
    message: 'the image "{image}" is not canonical',
    hint: 'write registry and path in lower case and leave the tag out, for example "registry.example.com/team/{name}"',
    explain:
      "clusterctl parses every image of the components and refuses one that it would have to complete (no registry, an implied library/) or that holds a variable. The tag is the version that is bundled.",
  },
  "config/series-twice": {
    severity: "error",
    message: "release series {series} is declared twice",
    hint: "keep one of the two",
    explain: "clusterctl takes the first entry for some questions and the last for others.",
  },
  "bundle/version": {
    severity: "error",
    message: '"{version}" is not a version clusterctl accepts',
    hint: 'write a semantic version with a leading v and without build metadata, for example "v0.1.0"',
    explain:
      "The version is the name of the release's folder or tag, and the tag of the image: clusterctl parses the first, registries refuse a + in the second.",
  },
  "bundle/no-series": {
    severity: "error",
    message: "no release series covers {version}",
    hint: "add { major: {major}, minor: {minor}, contract: ... } to releaseSeries",
    explain:
      "clusterctl looks up the contract of the version it installs, and of every version it finds, in metadata.yaml; a version without a series breaks installation, and upgrade plans for every provider of the cluster.",
  },
  "bundle/contract-changed": {
    severity: "error",
    message: "the series of {version} keeps contract {contract}, and the CRDs of {kinds} carry no label for it",
    hint: 'name "{contract}" in the contracts of the kind, or correct the series',
    explain:
      "clusterctl believes metadata.yaml, core believes the label cluster.x-k8s.io/<contract> on the CRD. When they differ, clusterctl installs a provider that core then cannot use.",
  },
  "bundle/other-provider": {
    severity: "error",
    message: "the code describes {described}, the configuration {configured}",
    hint: "give both the same name and type",
    explain:
      "The name and type decide the label under which clusterctl knows the provider and by which it finds its objects.",
  },
  "bundle/no-crd": {
    severity: "error",
    message: "there is no CRD for {kind}",
    hint: "run capstan generate",
    explain: "The provider says that this kind is its own, and the release would install it without.",
  },
  "bundle/no-contract-label": {
    severity: "error",
    message: "the CRD of {kind} has no label for contract {contract}",
    hint: 'name "{contract}" in the contracts of one of its versions and run capstan generate',
    explain:
      "Core finds the version of a kind by the label cluster.x-k8s.io/<contract> of its CRD, and refuses references to a kind without one.",
  },
  "bundle/no-conversion": {
    severity: "error",
    message: "{kind} has versions {versions}, and the provider serves no conversion between them",
    hint: "define a conversion and list it among the provider's webhooks, or serve one version",
    explain:
      "Without a conversion webhook the API server only changes apiVersion: fields that the versions do not share are lost without a word.",
  },
  "bundle/unreachable-kind": {
    severity: "error",
    message: "objects of {kind} do not reach a Cluster by their owners",
    hint: "declare with owns(...) which kind owns them, or label the CRD clusterctl.cluster.x-k8s.io/move-hierarchy",
    explain: "clusterctl move takes what reaches a Cluster by owner references, and silently leaves the rest behind.",
  },
  "template/name": {
    severity: "error",
    message: '"{file}" has a name clusterctl does not look for',
    hint: "name it cluster-template.yaml, cluster-template-<flavor>.yaml or clusterclass-<class>.yaml",
    explain: "clusterctl asks the repository for exactly these names; a file with another one is never read.",
  },
  "template/no-cluster-class": {
    severity: "error",
    message: 'the Cluster uses class "{name}", and the release has no clusterclass-{name}.yaml',
    hint: "add the file; a class inside the template itself does not help",
    explain:
      "For a Cluster with a topology clusterctl fetches clusterclass-<class>.yaml from the release, also when the class stands in the template, and fails when it is not there.",
  },
  "template/class-name": {
    severity: "error",
    message: 'the file must hold exactly one ClusterClass, named "{name}"; it holds {found}',
    hint: "rename the file or the class",
    explain: "The name of the file is how clusterctl finds the class.",
  },
  "template/no-kind": {
    severity: "error",
    message: "document {number} has no apiVersion and kind, or is a List",
    hint: "write every object as a document of its own",
    explain: "clusterctl does not take lists apart, and the API server refuses objects without a kind.",
  },
};
