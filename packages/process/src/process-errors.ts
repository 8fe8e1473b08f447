// The errors of this package: wrong command lines, and programs that cannot work.
import { type CapstanError, type DiagnosticRule, type ErrorDetails, errorOf } from "@capstan/kube";

/** The codes of this package's errors. */
export type ProcessErrorCode =
  | "process/argument"
  | "process/client-ca-file"
  | "process/duplicate-flag"
  | "process/failed"
  | "process/feature-gate"
  | "process/flag-value"
  | "process/flag-value-missing"
  | "process/output"
  | "process/unknown-flag";

/** Message, help and explanation of every error of this package by its code; `{name}` stands for a value of one error. `capstan explain` prints them. */
export const processErrors: Readonly<Record<ProcessErrorCode, DiagnosticRule>> = {
  "process/unknown-flag": {
    severity: "error",
    message: "there is no flag {flag}{suggestion}",
    help: "see --help",
    explain:
      "The command line is checked before anything starts. `--help` lists the flags and their defaults. Exit code: 2.",
  },
  "process/flag-value": {
    severity: "error",
    message: '--{flag} is "{value}"',
    help: "give {wanted}",
    explain:
      "The values of flags are checked before anything starts, so that a typo does not fail hours later. Exit code: 2.",
  },
  "process/flag-value-missing": {
    severity: "error",
    message: "--{flag} has no value",
    help: "write --{flag}=<value>",
    explain: "Only flags that are true or false may be given without a value. Exit code: 2.",
  },
  "process/argument": {
    severity: "error",
    message: '"{argument}" is not a flag',
    help: "{help}",
    explain:
      "The program takes flags and no other arguments. A flag of true or false takes its value after `=` only, as in Go: `--flag=false`. Exit code: 2.",
  },
  "process/client-ca-file": {
    severity: "error",
    message: "cannot read the authorities of callers: {reason}",
    help: "correct --client-ca-file, or mount the file",
    explain: "With --client-ca-file, only callers whose certificate one of these authorities signed are accepted.",
  },
  "process/duplicate-flag": {
    severity: "error",
    message: "two flags are named --{flag}",
    help: "give the flag another name in `flags`",
    explain:
      "The flags of a program are added to those that every provider or extension has. Names and aliases are unique.",
  },
  "process/output": {
    severity: "error",
    message: "cannot write to standard output: {reason}",
    help: "write to a place that has space for it",
    explain: "The output of `--help` or `--describe` was not written, or not all of it. Exit code: 1.",
  },
  "process/feature-gate": {
    severity: "error",
    message: '--feature-gates has "{pair}": {reason}',
    help: "{help}",
    explain:
      "Feature gates are written as in Kubernetes: `--feature-gates=Name=true,Other=false`. `AllAlpha` and `AllBeta` switch all features of a stage that the flag does not name. A name that the program does not have is an error, so that a typo is not the default for months. Exit code: 2.",
  },
  "process/failed": {
    severity: "error",
    message: "{reason}",
    help: "fix the error in the stack trace below",
    explain:
      "The program's own code threw an error that has no code: usually a function that run() was given, for example `services`. Exit code: 1.",
  },
};

/** Creates one of this package's errors. */
export function processError(
  code: ProcessErrorCode,
  values: ErrorDetails["values"] = {},
  cause?: unknown,
): CapstanError {
  return errorOf(processErrors, code, { values, cause });
}
