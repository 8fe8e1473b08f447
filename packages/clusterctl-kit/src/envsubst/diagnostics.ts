// What can be wrong with the variables of a release file: what clusterctl rejects, and what it accepts but handles unexpectedly.
import type { DiagnosticRule } from "@capstan/kube";

/** The codes of this table. */
export type VariableCode =
  | "envsubst/bad-substitution"
  | "envsubst/missing-closing-brace"
  | "envsubst/variable-name"
  | "envsubst/argument"
  | "envsubst/default-function"
  | "envsubst/negative-length"
  | "envsubst/too-deep"
  | "envsubst/too-long"
  | "envsubst/missing-variables"
  | "variables/not-shell"
  | "variables/empty-default"
  | "variables/default-too-late"
  | "variables/nested-only";

const wholeFile =
  "clusterctl parses the whole file, comments included, before it reads any object: one bad expansion stops the installation of the whole file.";

/** The diagnostics of variables. */
export const envsubstDiagnostics: Readonly<Record<VariableCode, DiagnosticRule>> = {
  "envsubst/bad-substitution": {
    severity: "error",
    message: "this expansion is not closed where its operator ends (clusterctl: bad substitution)",
    help: "write ${NAME:=default} or one of the operators that clusterctl knows; for a literal ${ write $${",
    explain: `${wholeFile} The operators are := :- = (default), # ## % %% (trim), / // /# /% (replace, both slashes needed), : (substring), ^ ^^ , ,, (case) and #NAME (length).`,
  },
  "envsubst/missing-closing-brace": {
    severity: "error",
    message: "the variable name is followed by something clusterctl does not know (clusterctl: missing closing brace)",
    help: "write ${NAME:=default} for a default; for a literal ${ (a shell script, a systemd unit) write $${",
    explain: `${wholeFile} The shell's \${x-y}, \${x+y}, \${x?y}, \${x[0]} and \${x@Q} are not supported, nor is a space before an operator.`,
  },
  "envsubst/variable-name": {
    severity: "error",
    message: "there is no variable name after ${ (clusterctl: unable to parse variable name)",
    help: "name the variable with letters, digits and _; for a literal ${ write $${",
    explain: `${wholeFile} A name consists of letters, digits and underscores; spaces are allowed only around a bare name, as in \${ NAME }.`,
  },
  "envsubst/argument": {
    severity: "error",
    message:
      "the argument of this expansion is empty or runs to the end of the file (clusterctl: unable to parse substitution within function)",
    help: "write the argument and close it with }",
    explain: `${wholeFile} A default may be empty, but the argument of every other operator may not, and the file may not end inside an argument.`,
  },
  "envsubst/default-function": {
    severity: "error",
    message: "the default operator is incomplete (clusterctl: unable to parse default function)",
    help: "write ${NAME:=default}",
    explain: `${wholeFile} The operators for defaults are :=, :- and =.`,
  },
  "envsubst/negative-length": {
    severity: "error",
    message: 'the length of the substring of "{name}" is negative, which crashes clusterctl',
    help: "write a length of zero or more",
    explain:
      "The library inside clusterctl does not check the length: a negative one ends clusterctl with a stack trace instead of an error.",
  },
  "envsubst/too-deep": {
    severity: "error",
    message: "more than 100 expansions are inside of each other",
    help: "set a variable to the inner part",
    explain: "Each level takes a part of the stack of the program that reads the template.",
  },
  "envsubst/too-long": {
    severity: "error",
    message: 'up to "{name}", the substitution reads, compares and makes more than 16,777,216 characters',
    help: "replace fewer characters, or by a shorter string",
    explain:
      "A replacement multiplies the length of a value, nested ones multiply it again, and a trim with ? or a class compares every place of a value, until memory or time is used up. The limit is for all templates of a bundle together; it counts the values, what every expansion makes, and comparisons, and it counts characters eight times where a string is split into them.",
  },
  "envsubst/missing-variables": {
    severity: "error",
    message: "value for variables [{names}] is not set",
    help: "set them in the environment or in the clusterctl configuration file",
    explain:
      "A variable whose first occurrence has no default must have a value, from the environment or from clusterctl's configuration file; an empty value counts.",
  },
  "variables/not-shell": {
    severity: "warning",
    message: '"{operator}" on "{name}" behaves as a plain default in clusterctl, not as in a shell',
    help: "write := for a default",
    explain:
      "In a shell :? fails when the variable is unset and :+ replaces a value that is set. clusterctl treats both as :=.",
  },
  "variables/empty-default": {
    severity: "warning",
    message: 'the default of "{name}" is empty, which makes the variable required',
    help: 'write ${{name}:=""} for an empty default',
    explain:
      "clusterctl treats an empty default as no default. A pair of quotes is a default, and YAML reads it as the empty string.",
  },
  "variables/default-too-late": {
    severity: "warning",
    message: '"{name}" has a default here but none where it first occurs, which makes it required',
    help: "put the default at the first occurrence",
    explain:
      "Only the first occurrence decides whether a variable is required and what `clusterctl generate --list-variables` shows; a default at a later occurrence applies only there.",
  },
  "variables/nested-only": {
    severity: "warning",
    message:
      '"{name}" occurs only inside the default of another variable: clusterctl never asks for it and puts nothing in its place',
    help: 'also use "{name}" once outside a default, or remove it',
    explain:
      "clusterctl collects variables at the top level only. One that is used only inside a default is not listed, not reported missing, and empty when it is not set.",
  },
};
