// The errors of this package. Most are thrown when the extension is defined, so that nothing waits for Cluster API's discovery
// to fail.
import { type CapstanError, type DiagnosticRule, type ErrorDetails, errorOf } from "@capstan/kube";

/** The codes of this package's errors. */
export type ExtensionErrorCode =
  | "extension/bad-request"
  | "extension/bad-tape"
  | "extension/call-failed"
  | "extension/cluster-api-range"
  | "extension/conversion"
  | "extension/composed-setting"
  | "extension/config-invalid"
  | "extension/custom-hook"
  | "extension/discovery-invalid"
  | "extension/duplicate-handler"
  | "extension/duplicate-handler-name"
  | "extension/failure-policy"
  | "extension/handler-failed"
  | "extension/handler-form"
  | "extension/handler-name"
  | "extension/hook-missing"
  | "extension/in-place-kind"
  | "extension/in-place-path"
  | "extension/in-place-template"
  | "extension/name-pattern"
  | "extension/handler-not-registered"
  | "extension/no-client"
  | "extension/no-conversion"
  | "extension/patch-invalid"
  | "extension/patches-too-large"
  | "extension/registry-state"
  | "extension/no-such-handler"
  | "extension/no-upgrade-plan"
  | "extension/response-invalid"
  | "extension/retry-after"
  | "extension/setting-missing"
  | "extension/step-failed"
  | "extension/step-name"
  | "extension/step-patch"
  | "extension/tape-file"
  | "extension/template-version"
  | "extension/timeout"
  | "extension/unchecked-hook"
  | "extension/unknown-hook"
  | "extension/upgrade-plan"
  | "extension/variable-missing"
  | "extension/variable-name"
  | "extension/variable-schema"
  | "extension/variable-value"
  | "extension/variables-invalid";

/** Message, help and explanation of every error of this package by its code; `{name}` stands for a value of one error. `capstan explain` prints them. */
export const extensionErrors: Readonly<Record<ExtensionErrorCode, DiagnosticRule>> = {
  "extension/unknown-hook": {
    severity: "error",
    message: 'there is no hook "{hook}"',
    help: "name one of {known}",
    explain: "The keys of `defineExtension` are names of hooks with a small first letter.",
  },
  "extension/handler-name": {
    severity: "error",
    message: '"{name}" cannot be the name of a handler of {hook}',
    help: "use at most 63 small letters, digits and dashes, with a letter or digit first and last",
    explain:
      "Cluster API discovers handlers by name and accepts DNS labels only; ClusterClasses refer to `<name>.<extensionConfig>`.",
  },
  "extension/in-place-kind": {
    severity: "error",
    message: "the kind {kind} of {apiVersion} is declared twice for updates in place",
    help: "give all its paths in one place",
    explain: "One declaration says what can change of a kind; with two, one of them would have no effect.",
  },
  "extension/in-place-template": {
    severity: "error",
    message: "the kind {kind} is that of a template, and machines are updated in place",
    help: "declare {machine}: its paths hold for its templates, too",
    explain:
      "Cluster API compares machines and their templates. One declaration is for both: its kind is that of the machine, and the template has that kind with Template behind it. Under the kind of the template no change would be made in place.",
  },
  "extension/in-place-path": {
    severity: "error",
    message: '"{path}" is not a path of {owner} that can change in place',
    help: 'give a JSON pointer below its spec, for example "/version", to a field that Cluster API compares',
    explain:
      "Paths are JSON pointers (RFC 6901) below the spec, in which * stands for any name. Of a Machine, Cluster API does not compare bootstrap, clusterName, infrastructureRef, minReadySeconds, providerID, readinessGates, taints and the timeouts of deletion: they never replace a machine.",
  },
  "extension/name-pattern": {
    severity: "error",
    message: '"{pattern}" is not a pattern of names',
    help: 'write a whole name, or its beginning or end with one "*" in place of the rest: "gpu-*", "*-large"',
    explain: "Patterns match as the names in the patches of a ClusterClass do, where * can stand first or last.",
  },
  "extension/duplicate-handler-name": {
    severity: "error",
    message: 'two handlers are named "{name}": one of {first}, one of {second}',
    help: "give each handler of the extension another name",
    explain: "Handler names are unique in the whole extension, also across hooks; otherwise discovery fails.",
  },
  "extension/timeout": {
    severity: "error",
    message: 'handler "{name}" has the timeout "{timeout}"',
    help: "give whole seconds from 1s to 30s",
    explain: "Cluster API accepts timeouts of 1 to 30 seconds, and waits 10 seconds where none is set.",
  },
  "extension/failure-policy": {
    severity: "error",
    message: 'handler "{name}" has the failure policy "{policy}"',
    help: "write Fail or Ignore",
    explain:
      "The policy decides whether a call that did not reach the extension counts as an error (Fail) or as a success (Ignore).",
  },
  "extension/duplicate-handler": {
    severity: "error",
    message: "the hook {hook} of {apiVersion} has two handlers",
    help: "keep one; the whole management cluster may have only one",
    explain: "Cluster API treats a second handler of an in-place hook as an error, for every Cluster.",
  },
  "extension/composed-setting": {
    severity: "error",
    message: 'the setting "{name}" is declared in two ways: by {first} and by {second}',
    help: "give it the same default in both, or one of them another name",
    explain:
      "Extensions that are one share the settings of a call. A setting with two defaults, or with one and without, would mean something else than one of its authors wrote.",
  },
  "extension/no-upgrade-plan": {
    severity: "error",
    message: "there is no plan for an upgrade from {from} to {to}: {problem}",
    help: "make the versions available that are missing, or upgrade to another version",
    explain:
      "The control plane takes a version of each minor up to the target, and goes to no older one. Workers are not newer than the control plane, and at most three minors behind it.",
  },
  "extension/step-failed": {
    severity: "error",
    message: "step {step} failed with {error}; the log of the extension has the reason",
    help: "read the extension's log",
    explain:
      "A step of the handler threw. The message of the error stays in the log: it may change with every call or have a secret in it.",
  },
  "extension/step-name": {
    severity: "error",
    message: '"{name}" cannot be the name of a step',
    help: "use at most 63 small letters, digits and dashes, and another name for each step",
    explain:
      "The names of steps are in log lines and in messages, so that they say which part of a handler did something.",
  },
  "extension/step-patch": {
    severity: "error",
    message: "a patch of step {step} is wrong: {problem}",
    help: "compare the patch with the templates that the step was given",
    explain: "The next step sees the templates with the patches of this one, so that each of them must apply.",
  },
  "extension/custom-hook": {
    severity: "error",
    message: "the hook {hook} of {apiVersion} is Cluster API's own",
    help: 'give its handler as "{key}" instead of under "custom"',
    explain: "Custom handlers are for hooks that providers declare with defineHook.",
  },
  "extension/handler-form": {
    severity: "error",
    message: "what is given for {hook} is not {form}",
    help: "write a function, or { handle, timeout, failurePolicy }; where several are possible, a record from names to these",
    explain:
      "Cluster API calls every handler of life-cycle hooks, the one that a ClusterClass names of topology hooks, and the only one of in-place hooks.",
  },
  "extension/hook-missing": {
    severity: "error",
    message: "a handler of `custom` has no hook",
    help: "name a hook of the catalog; after a version was removed, its handler is removed, too",
    explain:
      "The catalog has no entry of a version that is not declared. TypeScript reports it; JavaScript gives undefined.",
  },
  "extension/unchecked-hook": {
    severity: "error",
    message: "the hook {hook} of {apiVersion} has no schemas, so that nothing of its calls would be validated",
    help: "take it from the catalog that `capstan generate` writes, or give { unchecked: true } to `handle`",
    explain:
      "Requests and responses are checked by the schemas in the catalog. What `defineHook` returns has none, and a catalog of an older release has none either.",
  },
  "extension/no-conversion": {
    severity: "error",
    message: "a handler of {hook} in {to} of {group} cannot answer {from}: there is no conversion between them",
    help: "declare one with `defineConversion` for the request and one for the response, and run `capstan generate`; or give {from} a handler of its own with the same name",
    explain:
      "A handler answers every version of its hook that the catalog has. Requests of other versions are converted to its own, and its responses back.",
  },
  "extension/conversion": {
    severity: "error",
    message: "the {side} of {hook} cannot be converted from {from} to {to}: {problem}",
    help: "correct the conversion; its generated test says for which values it is right",
    explain:
      "What is converted between versions of a hook is checked by the schema of the version that it is converted to. A field that is required there and that the conversion does not set is an error of the call.",
  },
  "extension/cluster-api-range": {
    severity: "error",
    message: '"{range}" is not a range of Cluster API releases',
    help: 'write the oldest release to be served, for example ">=1.12"',
    explain:
      "One unknown hook makes Cluster API reject the whole discovery, so discovery leaves out hooks that the oldest core to be served does not have.",
  },
  "extension/retry-after": {
    severity: "error",
    message: '"{after}" is not a delay for a caller',
    help: 'give a duration of one second or more, for example "30s"',
    explain: "A delay is sent in whole seconds, and 0 means that the caller goes on.",
  },
  "extension/setting-missing": {
    severity: "error",
    message: 'setting "{name}" is missing',
    help: "set it in the ExtensionConfig or in the patch of the ClusterClass",
    explain: "The extension declares the setting without a default, so a call without a value fails.",
  },
  "extension/tape-file": {
    severity: "error",
    message: "the tape {file} cannot be written: {problem}",
    help: "give --record a file in a folder that the extension can write to, for example in an emptyDir volume",
    explain:
      "The extension is to record its calls. It does not start without the file, because a tape that is missing would be noticed only when it is needed. A tape that is there already is renamed; any other file stays as it is.",
  },
  "extension/no-client": {
    severity: "error",
    message: "handler {handler} asked for a client, but the extension declares no rules",
    help: "list in `rules` what the extension reads and writes in the management cluster",
    explain:
      "A release of the extension gets the rights that its rules list; without rules it has none, and gets no client.",
  },
  "extension/handler-failed": {
    severity: "error",
    message: "handler {handler} failed with {error}; the log of the extension has the reason",
    help: "read the extension's log",
    explain:
      "The handler threw. The message of the error stays in the log: it may change with every call or have a secret in it.",
  },
  "extension/response-invalid": {
    severity: "error",
    message: "handler {handler} returned what its hook does not allow: {problem}",
    help: "return proceed, retryAfter or fail, with the payload that the hook's types demand; the log of the extension has what was returned, and where",
    explain:
      "Answers are checked before they are sent: they must be plain JSON of at most 16777216 characters, without BigInt, functions, cycles and getters that throw; a delay is a whole number of seconds from 1 to 2147483647; and the response has no fields but those of its hook's schema. What breaks this is a Failure that names the handler, since Cluster API would report it later, or lose it.",
  },
  "extension/upgrade-plan": {
    severity: "error",
    message: "handler {handler} returned an upgrade plan that Cluster API rejects: {problem}",
    help: "list versions from the current one to the target in order, with one in each minor; leave out the workers to let Cluster API plan them",
    explain:
      "Steps of the control plane grow, skip no minor and end at the target; there are none when it is already there. Steps of workers are steps of the control plane, or its current version, grow, skip at most two minors and end at the target; there are none without workers, or when they are already there. Cluster API keeps a wrong plan for ten minutes and stops the Cluster's reconcile with it.",
  },
  "extension/patch-invalid": {
    severity: "error",
    message: "handler {handler} returned a patch that Cluster API rejects or ignores: {problem}",
    help: "patch objects of the request by what is in them; the log of the extension has the operation, and where it is",
    explain:
      "Patches are applied to the objects of the request, in order, before they are sent. An operation must apply, a merge patch is an object, a template has the uid of an item of the request, and only what Cluster API takes over may change: of templates spec and the labels and annotations, in place spec, of MachineSets and templates spec.template.spec.",
  },
  "extension/variables-invalid": {
    severity: "error",
    message: "handler {handler} returned variables that Cluster API rejects: {problem}",
    help: "fix the definition; defineVariables finds most mistakes when the extension is defined",
    explain:
      'Names are unique, without dots and other than "builtin". Schemas are structural, in the part of OpenAPI v3 that ClusterClasses have, and defaults, examples and values of enums fit their schema. One wrong variable stops every Cluster of the class. CEL rules are checked for their form only.',
  },
  "extension/patches-too-large": {
    severity: "error",
    message: "the patches of one answer have more than {limit} characters together",
    help: "patch fewer templates with this value, or let them refer to an object that has it",
    explain:
      "A value of a variable that is put into every template is in the answer once for each. A request of a megabyte could so cause an answer of hundreds of megabytes, which fills the memory of the process.",
  },
  "extension/bad-request": {
    severity: "error",
    message: "the request is not a {kind}: {problem}",
    help: "compare the request with the hook's OpenAPI document",
    explain:
      "Requests are checked before a handler sees them. Unknown fields are ignored; wrong types and missing fields are not.",
  },
  "extension/bad-tape": {
    severity: "error",
    message: "the tape {file} cannot be read: {problem}",
    help: "{help}",
    explain:
      "A tape is what capstan record writes, or an extension with --record: JSON Lines, of which the first says the format and the extension. A tape that is not whole would prove nothing, so no part of it is used.",
  },
  "extension/template-version": {
    severity: "error",
    message: "template {kind} has the version {actual}, but this handler patches {expected}",
    help: "refer to {expected} in the ClusterClass, or add the other version with .on()",
    explain:
      "Templates have the version that the ClusterClass names. A patch of another version would do nothing, without an error.",
  },
  "extension/variable-missing": {
    severity: "error",
    message: 'variable "{name}" is required and has no value',
    help: "set it in the topology of the Cluster",
    explain: "The variable is declared as required.",
  },
  "extension/variable-value": {
    severity: "error",
    message: 'variable "{name}" is wrong: {problem}',
    help: "fix the value in the topology of the Cluster",
    explain:
      "Values are checked against the schema of the variable before any template is patched. Matching strings with patterns may take half a second for one request: instructions of the patterns times characters of the values may be 15,000,000.",
  },
  "extension/variable-name": {
    severity: "error",
    message: '"{name}" cannot be the name of a variable',
    help: 'use a name without dots, at most 256 characters, other than "builtin"',
    explain: "Cluster API rejects such names when it discovers variables, and with them the whole ClusterClass.",
  },
  "extension/variable-schema": {
    severity: "error",
    message: 'the schema of variable "{name}" is not one that Cluster API accepts: {problem}',
    help: "use the types object, array, string, number, integer and boolean, keywords of variables, and values that fit",
    explain:
      "A variable's schema is in the part of OpenAPI v3 that CRDs use. A wrong one stops every Cluster of the class.",
  },
  "extension/no-such-handler": {
    severity: "error",
    message: 'there is no handler "{name}" of {hook}',
    help: "name one of: {known}",
    explain: "The extension does not define a handler of this hook with this name.",
  },
  "extension/discovery-invalid": {
    severity: "error",
    message: "the handlers of the extension at {url} cannot be discovered: {problem}",
    help: "check the address, and that the authority of its certificate is in the caBundle, for capstan in the file of --ca; Cluster API, too, checks name, timeout, failure policy and hook of each handler",
    explain: "One bad handler makes Cluster API reject all handlers of the extension.",
  },
  "extension/call-failed": {
    severity: "error",
    message: "calling {hook} of {handler} failed: {reason}",
    help: "read the extension's log, and check that {url} can be reached",
    explain: "The call did not reach the extension, or the response was a Failure or not one that the hook allows.",
  },
  "extension/config-invalid": {
    severity: "error",
    message: "the ExtensionConfig {config} cannot be registered: {problem}",
    help: "correct the ExtensionConfig; its status is written by the manager that discovers handlers",
    explain:
      "A registry takes all handlers of an ExtensionConfig or none: one that was left out would not be called, and a Cluster would go on where it has to wait.",
  },
  "extension/handler-not-registered": {
    severity: "error",
    message: 'the handler "{name}" cannot be called with {hook}: {problem}',
    help: "compare the name with status.handlers of the ExtensionConfigs, and its namespaceSelector with the labels of the namespace",
    explain:
      "A handler that is called by name must be registered, be one of the hook, and be for the namespace of the object. No failure policy covers it.",
  },
  "extension/registry-state": {
    severity: "error",
    message: "the registry of extensions cannot be used: {problem}",
    help: "call warmUp once, with all ExtensionConfigs, before anything is looked up",
    explain: "Until all ExtensionConfigs are registered, a hook would be called without some of its handlers.",
  },
};

/** Creates one of this package's errors. */
export function extensionError(
  code: ExtensionErrorCode,
  values: Readonly<Record<string, string | number>> = {},
  cause?: unknown,
): CapstanError {
  const details: ErrorDetails = { values, cause };
  return errorOf(extensionErrors, code, details);
}
