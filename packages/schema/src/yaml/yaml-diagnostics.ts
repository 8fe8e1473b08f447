// The problems of YAML and JSON documents, by code.
import type { DiagnosticRule } from "@capstan/kube";

/** The codes of `yamlRules`. */
export type YamlRule =
  | "yaml/alias"
  | "yaml/disputed"
  | "yaml/duplicate-key"
  | "yaml/key"
  | "yaml/long-directive"
  | "yaml/not-finite"
  | "yaml/not-json"
  | "yaml/syntax"
  | "yaml/tag"
  | "yaml/too-deep"
  | "yaml/too-large"
  | "yaml/too-many-directives"
  | "yaml/too-many-documents"
  | "yaml/too-many-parts"
  | "yaml/unsafe-integer";

/** The rules that `parseYaml` and `emitYaml` report, by code, for pages and `capstan explain`. */
export const yamlRules: Readonly<Record<YamlRule, DiagnosticRule>> = {
  "yaml/syntax": {
    severity: "error",
    message: "{what}",
    help: "{help}",
    explain: "The document is not YAML, so nothing after this place can be read reliably.",
  },
  "yaml/duplicate-key": {
    severity: "error",
    message: 'the key "{key}" was already given on line {line}',
    help: "remove one of the two",
    explain: "Parsers disagree about which of two equal keys is used, so the API server and clusterctl reject them.",
  },
  "yaml/disputed": {
    severity: "error",
    message: "{what}, which readers of YAML take for different things",
    help: "{help}",
    explain:
      "kubectl and clusterctl read YAML with Go's reader, which gives this another meaning than the YAML specification and other readers. What was checked here would not be what is installed.",
  },
  "yaml/key": {
    severity: "error",
    message: "a key is {what}, but must be a string",
    help: "write the key as a string",
    explain: "Kubernetes documents are JSON, and keys in JSON are strings.",
  },
  "yaml/alias": {
    severity: "error",
    message: "{what}",
    help: "write the value out",
    explain:
      "An alias repeats an anchored value. A few lines of aliases can expand to gigabytes, so the expansion is limited, for all documents of a file together.",
  },
  "yaml/tag": {
    severity: "error",
    message: 'the tag "{tag}" has no meaning in a Kubernetes document',
    help: "remove the tag",
    explain: "Kubernetes documents are JSON: strings, numbers, booleans, null, lists and maps, which need no tags.",
  },
  "yaml/not-finite": {
    severity: "error",
    message: '"{value}" is not a JSON number',
    help: "quote it to make it a string",
    explain: "YAML has infinity and not-a-number, JSON does not.",
  },
  "yaml/not-json": {
    severity: "error",
    message: 'cannot write {what} at "{pointer}" as YAML: it has no JSON form',
    help: "give a JSON value",
    explain: "YAML files of Kubernetes contain JSON values. Functions, symbols and infinity are not JSON values.",
  },
  "yaml/unsafe-integer": {
    severity: "warning",
    message: "the number {value} is read as {read}",
    help: "quote it if it is meant as a string",
    explain: "Whole numbers beyond 2^53 lose digits in JavaScript and in most JSON readers.",
  },
  "yaml/too-large": {
    severity: "error",
    message: "the document has {size} characters, more than {limit}",
    help: "split the file",
    explain: "Documents are read as a whole. The limit stops a wrong file from using all memory.",
  },
  "yaml/too-many-directives": {
    severity: "error",
    message: "the file has more than {limit} directives",
    help: "remove the lines that begin with %; documents of Kubernetes need none",
    explain:
      "Each document reads the directives before it again. The limit stops a wrong file from using much time and memory.",
  },
  "yaml/long-directive": {
    severity: "error",
    message: "a directive has more than {limit} characters",
    help: "remove the line that begins with %; documents of Kubernetes need none",
    explain:
      "Each use of a tag writes the prefix of its directive again. The limit stops a wrong file from using much time and memory.",
  },
  "yaml/too-many-documents": {
    severity: "error",
    message: "the file has more than {limit} documents",
    help: "split the file",
    explain: "Each document costs memory, however small it is. The limit stops a wrong file from using all of it.",
  },
  "yaml/too-many-parts": {
    severity: "error",
    message: "the file has more than {limit} parts: names, values, punctuation, spaces",
    help: "split the file",
    explain:
      "Each part costs memory, however short it is. The limit, some ten times that of the largest CRDs, stops a wrong file from using all of it.",
  },
  "yaml/too-deep": {
    severity: "error",
    message: "values are nested deeper than {limit} levels",
    help: "flatten the document",
    explain: "No Kubernetes document is nested this deeply, and parsers use stack for every level.",
  },
};
