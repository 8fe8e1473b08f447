// What can be wrong with capstan.config.ts.
import type { DiagnosticRule } from "@capstan/kube";

/** The codes of this table. */
export type ConfigCode =
  | "config/shape"
  | "config/unknown-field"
  | "config/outside"
  | "config/crds-elsewhere"
  | "config/name"
  | "config/name-length"
  | "config/image"
  | "config/duplicate-series"
  | "config/repeated-member"
  | "config/no-templates";

/** The diagnostics of the configuration. */
export const configDiagnostics: Readonly<Record<ConfigCode, DiagnosticRule>> = {
  "config/shape": {
    severity: "error",
    message: '"{field}" must be {expected}, but is {found}{suggestion}',
    help: "{help}",
    explain:
      "The default export of capstan.config.ts is the configuration. Wrap it in defineConfig of @capstan/cli/config, and the editor reports the same mistake.",
  },
  "config/unknown-field": {
    severity: "error",
    message: '"{field}" is not a field of the configuration{suggestion}',
    help: "write one of {fields}, or remove it",
    explain: "A misspelled field would be ignored without a message, and the command would run without it.",
  },
  "config/outside": {
    severity: "error",
    message: '"{field}" must be below the project\'s folder, but is "{path}"',
    help: 'write a path relative to the project, with / between folders, for example "src/api"',
    explain:
      "generate reads and writes only below the project's own folder. A path that is absolute, that goes above the project or that is the project itself is rejected.",
  },
  "config/crds-elsewhere": {
    severity: "error",
    message: '"crds" is "{crds}", but generate writes the CRDs to "{folder}"',
    help: 'remove "crds": bundle and dev read what generate writes',
    explain:
      'The field "generate" already says where the CRDs are; "crds" is for a project whose CRDs are created by something else. With two different folders, a release could contain CRDs that nobody generates.',
  },
  "config/name": {
    severity: "error",
    message: 'clusterctl does not accept the provider name "{name}"',
    help: "use lower-case letters, digits and dashes, beginning and ending with a letter or digit",
    explain: "clusterctl takes the name on its command line and puts it into a label: it must be a DNS label.",
  },
  "config/name-length": {
    severity: "error",
    message: 'the name "{name}" of the {what} has {length} characters, more than {limit}',
    help: "shorten the provider's name, or set a shorter namespace",
    explain:
      "Namespaces, Services and label values have at most 63 characters. The label is the type and the name, and other names are built from it.",
  },
  "config/image": {
    severity: "error",
    message: 'the image "{image}" is not canonical',
    help: 'write registry and path in lower case and leave the tag out, for example "registry.example.com/team/{name}"',
    explain:
      "clusterctl parses every image of the components. It rejects one that it would have to complete (no registry, an implied library/) or that contains a variable. The tag is the version of the release.",
  },
  "config/duplicate-series": {
    severity: "error",
    message: "release series {series} is declared twice",
    help: "keep one of the two",
    explain: "clusterctl uses the first entry in some places and the last entry in others.",
  },
  "config/repeated-member": {
    severity: "error",
    message: '"{member}" has the {what} of {other}: {value}',
    help: "give each a type and name, an entry, an image and a namespace of its own",
    explain:
      "Each element of the list `also` is a program and a provider of its own beside the main one. An image runs one entry: with the image of another one, the Deployment would run the other program. clusterctl tells providers apart by type and name, and the names of all objects of an installation are made from its namespace; in a namespace of another one, both would have the same objects.",
  },
  "config/no-templates": {
    severity: "error",
    message: '"templates" is "{folder}", but there is no such folder',
    help: 'correct the path, or remove "templates" from the configuration',
    explain:
      "The folder that the configuration names must exist, or a mistyped path would make a release without its cluster templates. Without the field, templates are read from the folder templates if there is one.",
  },
};
