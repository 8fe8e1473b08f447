// What can be wrong with the variables of a release file: clusterctl's own refusals, and habits that it accepts and users regret.
import type { DiagnosticRule } from "@capstan/kube";

/** The codes of this table. */
export type VariableCode =
  | "envsubst/bad-substitution"
  | "envsubst/missing-closing-brace"
  | "envsubst/variable-name"
  | "envsubst/argument"
  | "envsubst/default-function"
  | "envsubst/negative-length"
  | "envsubst/missing-variables"
  | "variables/not-shell"
  | "variables/empty-default"
  | "variables/default-too-late"
  | "variables/nested-only";

const wholeFile =
  "clusterctl parses the whole file, comments included, before it looks at a single object: one bad expansion and nothing of the file installs.";

/** The diagnostics of variables. */
export const envsubstDiagnostics: Readonly<Record<VariableCode, DiagnosticRule>> = {
  "envsubst/bad-substitution": {
    severity: "error",
    message: "this expansion is not closed where its operator ends (clusterctl: bad substitution)",
    hint: "write ${NAME:=default} or one of the operators that clusterctl knows; for a literal ${ write $${",
    explain: `${wholeFile} The operators are := :- = (default), # ## % %% (trim), / // /# /% (replace, both slashes needed), : (substring), ^ ^^ , ,, (case) and #NAME (length).`,
  },
  "envsubst/missing-closing-brace": {
    severity: "error",
    message: "the variable name is followed by something clusterctl does not know (clusterctl: missing closing brace)",
    hint: "write ${NAME:=default} for a default; for a literal ${ (a shell script, a systemd unit) write $${",
    explain: `${wholeFile} The shell's \${x-y}, \${x+y}, \${x?y}, \${x[0]} and \${x@Q} are not supported, nor is a space before an operator.`,
  },
  "envsubst/variable-name": {
    severity: "error",
    message: "there is no variable name after ${ (clusterctl: unable to parse variable name)",
    hint: "name the variable with letters, digits and _; for a literal ${ write $${",
    explain: `${wholeFile} A name holds letters, digits and underscores; spaces are allowed only around a bare name, as in \${ NAME }.`,
  },
  "envsubst/argument": {
    severity: "error",
    message:
      "the argument of this expansion is empty or runs to the end of the file (clusterctl: unable to parse substitution within function)",
    hint: "give the argument and close it with }",
    explain: `${wholeFile} A default may be empty, the argument of every other operator may not, and the file may not end inside one.`,
  },
  "envsubst/default-function": {
    severity: "error",
    message: "the default operator is incomplete (clusterctl: unable to parse default function)",
    hint: "write ${NAME:=default}",
    explain: `${wholeFile} The operators for defaults are :=, :- and =.`,
  },
  "envsubst/negative-length": {
    severity: "error",
    message: 'the length of the substring of "{name}" is negative, at which clusterctl crashes',
    hint: "give a length of zero or more",
    explain:
      "The library inside clusterctl slices without looking: a negative length ends the program with a stack trace instead of an error.",
  },
  "envsubst/missing-variables": {
    severity: "error",
    message: "value for variables [{names}] is not set",
    hint: "set them in the environment or in the clusterctl configuration file",
    explain:
      "A variable whose first occurrence has no default must have a value, from the environment or from clusterctl's configuration file; an empty value counts.",
  },
  "variables/not-shell": {
    severity: "warning",
    message: '"{operator}" on "{name}" behaves as a plain default in clusterctl, not as in a shell',
    hint: "write := for a default",
    explain:
      "In a shell :? fails when the variable is unset and :+ replaces a value that is set. clusterctl treats both as :=.",
  },
  "variables/empty-default": {
    severity: "warning",
    message: 'the default of "{name}" is empty, which makes the variable required',
    hint: 'write ${{name}:=""} for an empty default',
    explain:
      "clusterctl takes an empty default for none. A quoted empty text is a default, and YAML reads it as the empty text.",
  },
  "variables/default-too-late": {
    severity: "warning",
    message: '"{name}" has a default here but none where it first occurs, which makes it required',
    hint: "give the first occurrence the default",
    explain:
      "The first occurrence in the text alone decides whether a variable is required and what `clusterctl generate --list-variables` shows; later ones keep their own default for their own place.",
  },
  "variables/nested-only": {
    severity: "warning",
    message:
      '"{name}" occurs only inside the default of another variable: clusterctl never asks for it and puts nothing in its place',
    hint: 'use "{name}" once outside a default too, or drop it',
    explain:
      "clusterctl collects variables at the top level only. One that is used only inside a default is not listed, not reported missing, and empty when it is not set.",
  },
};
