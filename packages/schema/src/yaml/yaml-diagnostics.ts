// Everything a YAML or JSON document can be refused for, by code. parse-yaml.ts and its parts report by these.
import type { DiagnosticRule } from "@capstan/kube";

/** A code of the table. */
export type YamlRule =
  | "yaml/alias"
  | "yaml/duplicate-key"
  | "yaml/key"
  | "yaml/not-finite"
  | "yaml/not-json"
  | "yaml/syntax"
  | "yaml/tag"
  | "yaml/too-deep"
  | "yaml/too-large"
  | "yaml/unsafe-integer";

/** The rules of documents, as the Kubernetes tools read them. */
export const yamlRules: Readonly<Record<YamlRule, DiagnosticRule>> = {
  "yaml/syntax": {
    severity: "error",
    message: "{what}",
    hint: "{mend}",
    explain: "The text is not YAML, so nothing after this place can be read reliably.",
  },
  "yaml/duplicate-key": {
    severity: "error",
    message: 'the key "{key}" was already given on line {line}',
    hint: "Remove one of the two",
    explain: "Readers disagree about which of two equal keys counts, so the API server and clusterctl refuse them.",
  },
  "yaml/key": {
    severity: "error",
    message: "a key is {what}, but must be a text",
    hint: "Write the key as a text",
    explain: "Kubernetes documents are JSON, whose keys are texts.",
  },
  "yaml/alias": {
    severity: "error",
    message: "{what}",
    hint: "Write the value out",
    explain:
      "An alias repeats an anchored value; a few lines of them can stand for gigabytes, so their expansion is limited.",
  },
  "yaml/tag": {
    severity: "error",
    message: 'the tag "{tag}" has no meaning in a Kubernetes document',
    hint: "Remove the tag",
    explain: "Kubernetes documents are JSON: texts, numbers, booleans, null, lists and maps, which need no tags.",
  },
  "yaml/not-finite": {
    severity: "error",
    message: '"{value}" is no JSON number',
    hint: "Quote it to make it a text",
    explain: "YAML knows infinity and not-a-number, JSON does not.",
  },
  "yaml/not-json": {
    severity: "error",
    message: 'cannot write {what} at "{pointer}" as YAML: it has no JSON form',
    hint: "give a JSON value",
    explain:
      "YAML files of Kubernetes hold JSON values: functions, symbols, infinity and the like have no place in them.",
  },
  "yaml/unsafe-integer": {
    severity: "warning",
    message: "the number {value} is read as {read}",
    hint: "Quote it if it is meant as a text",
    explain: "Whole numbers beyond 2^53 lose digits in JavaScript and in most JSON readers.",
  },
  "yaml/too-large": {
    severity: "error",
    message: "the text has {size} characters, more than {limit}",
    hint: "Split the file",
    explain: "Documents are read as a whole; a limit keeps a wrong file from using up the memory.",
  },
  "yaml/too-deep": {
    severity: "error",
    message: "values are nested deeper than {limit} levels",
    hint: "Flatten the document",
    explain: "No Kubernetes document nests this deep, and readers use stack for every level.",
  },
};
