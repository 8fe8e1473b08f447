// Every mistake that this package throws about, as a table that `capstan explain` also reads. Most are found when the
// extension is defined, so that none of them waits for Cluster API's discovery to fail.
import { type CapstanError, type DiagnosticRule, type ErrorDetails, errorOf } from "@capstan/kube";

/** The codes of this package's errors. */
export type ExtensionErrorCode =
  | "extension/bad-flag"
  | "extension/bad-request"
  | "extension/call-failed"
  | "extension/cluster-api-range"
  | "extension/custom-hook"
  | "extension/discovery-invalid"
  | "extension/failure-policy"
  | "extension/handler-failed"
  | "extension/handler-name"
  | "extension/handler-name-twice"
  | "extension/no-client"
  | "extension/no-such-handler"
  | "extension/one-handler"
  | "extension/response-invalid"
  | "extension/retry-after"
  | "extension/setting-missing"
  | "extension/template-version"
  | "extension/timeout"
  | "extension/unknown-hook"
  | "extension/variable-missing"
  | "extension/variable-name"
  | "extension/variable-schema"
  | "extension/variable-value";

/** The errors of this package by code. */
export const extensionErrors: Readonly<Record<ExtensionErrorCode, DiagnosticRule>> = {
  "extension/unknown-hook": {
    severity: "error",
    message: 'there is no hook "{hook}"',
    hint: "name one of {known}",
    explain: "Handlers are given by the name of their hook, beginning with a small letter.",
  },
  "extension/handler-name": {
    severity: "error",
    message: '"{name}" cannot be the name of a handler of {hook}',
    hint: "use small letters, digits and dashes, beginning and ending with a letter or digit, at most 63 characters",
    explain:
      "Cluster API discovers handlers by name and accepts DNS labels only; ClusterClasses refer to `<name>.<extensionConfig>`.",
  },
  "extension/handler-name-twice": {
    severity: "error",
    message: 'two handlers are named "{name}", one of {first} and one of {second}',
    hint: "give each handler of the extension a name of its own",
    explain: "Handler names are unique over the whole extension, also across hooks; discovery fails otherwise.",
  },
  "extension/timeout": {
    severity: "error",
    message: 'handler "{name}" has the timeout "{timeout}"',
    hint: "give whole seconds from 1s to 30s",
    explain: "Cluster API accepts timeouts of 1 to 30 seconds and waits 10 where nothing is said.",
  },
  "extension/failure-policy": {
    severity: "error",
    message: 'handler "{name}" has the failure policy "{policy}"',
    hint: "write Fail or Ignore",
    explain: "The policy says what a call means that did not come through: an error, or success.",
  },
  "extension/one-handler": {
    severity: "error",
    message: "the hook {hook} of {apiVersion} has two handlers",
    hint: "keep one; in the whole management cluster there may be one only",
    explain: "Cluster API treats a second handler of an in-place hook as an error, for every Cluster.",
  },
  "extension/custom-hook": {
    severity: "error",
    message: "the hook {hook} of {apiVersion} is Cluster API's own",
    hint: 'give its handler as "{key}" instead of under "custom"',
    explain: "Custom handlers are for hooks that providers declare with defineHook.",
  },
  "extension/cluster-api-range": {
    severity: "error",
    message: '"{range}" is not a range of Cluster API releases',
    hint: 'write the oldest release to be served, for example ">=1.12"',
    explain:
      "One hook that a core does not know makes its discovery fail whole, so an extension hides hooks that the oldest core it serves does not have.",
  },
  "extension/retry-after": {
    severity: "error",
    message: '"{after}" is not a delay that a caller can wait for',
    hint: 'give a duration of one second or more, for example "30s"',
    explain: "A delay is sent in whole seconds, and 0 would let the caller go on.",
  },
  "extension/setting-missing": {
    severity: "error",
    message: 'setting "{name}" is missing',
    hint: "set it in the ExtensionConfig or in the patch of the ClusterClass",
    explain: "The extension declares the setting without a default, so it cannot work without a value.",
  },
  "extension/no-client": {
    severity: "error",
    message: "handler {handler} asks for a client, but the extension declares no rules",
    hint: "list in `rules` what the extension reads and writes in the management cluster",
    explain: "The rights of an extension are bundled from its rules; without rules it has none and gets no client.",
  },
  "extension/handler-failed": {
    severity: "error",
    message: "handler {handler} failed",
    hint: "look at the extension's log",
    explain:
      "The handler threw. The text of the error stays in the log: it may change with every call or hold a secret.",
  },
  "extension/response-invalid": {
    severity: "error",
    message: "handler {handler} gave an answer that its hook does not allow: {problem}",
    hint: "return proceed, retryAfter or fail with what the hook's types say",
    explain: "Answers are checked against the hook before they leave, so that the mistake shows where it was made.",
  },
  "extension/bad-request": {
    severity: "error",
    message: "the request is not a {kind}: {problem}",
    hint: "compare the request with the hook's OpenAPI document",
    explain:
      "Requests are checked before a handler sees them. Unknown fields are ignored; wrong types and missing fields are not.",
  },
  "extension/template-version": {
    severity: "error",
    message: "template {kind} has the version {actual}, this handler patches {expected}",
    hint: "refer to {expected} in the ClusterClass, or add the other version with .on()",
    explain:
      "Templates arrive in the version that the ClusterClass names; patching another version would silently do nothing.",
  },
  "extension/variable-missing": {
    severity: "error",
    message: 'variable "{name}" is required and has no value',
    hint: "set it in the topology of the Cluster",
    explain: "The variable is declared as required.",
  },
  "extension/variable-value": {
    severity: "error",
    message: 'variable "{name}" is wrong: {problem}',
    hint: "mend the value in the topology of the Cluster",
    explain: "Values are checked against the schema of the variable before any template is touched.",
  },
  "extension/variable-name": {
    severity: "error",
    message: '"{name}" cannot be the name of a variable',
    hint: 'use a name without dots, at most 256 characters, other than "builtin"',
    explain: "Cluster API refuses such names when it discovers variables, and with them the whole ClusterClass.",
  },
  "extension/variable-schema": {
    severity: "error",
    message: 'the schema of variable "{name}" is not one that Cluster API accepts: {problem}',
    hint: "use the types object, array, string, number, integer and boolean, and defaults that fit",
    explain:
      "A variable's schema is the part of OpenAPI v3 that CRDs use; a wrong one stops every Cluster of the class.",
  },
  "extension/bad-flag": {
    severity: "error",
    message: "{problem}",
    hint: "run with --help",
    explain: "The command line of an extension takes the flags that --help lists.",
  },
  "extension/no-such-handler": {
    severity: "error",
    message: 'no handler "{name}" of {hook} was discovered',
    hint: "discovered are: {known}",
    explain: "The caller knows the handlers of the last discovery only.",
  },
  "extension/discovery-invalid": {
    severity: "error",
    message: "the extension at {url} gives a discovery answer that Cluster API refuses: {problem}",
    hint: "mend the handler; its name, timeout, failure policy and hook are what discovery checks",
    explain: "Discovery is all or nothing: one bad handler makes the whole extension unusable.",
  },
  "extension/call-failed": {
    severity: "error",
    message: "calling {hook} of {handler} failed: {reason}",
    hint: "look at the extension's log, and whether it is reached at {url}",
    explain: "The call did not come through, or its answer was a Failure, or no answer that the hook allows.",
  },
};

/** Makes one of this package's errors. */
export function extensionError(
  code: ExtensionErrorCode,
  values: Readonly<Record<string, string | number>> = {},
  cause?: unknown,
): CapstanError {
  const details: ErrorDetails = { values, cause };
  return errorOf(extensionErrors, code, details);
}
