// The errors of definitions that an author gives to the kit, as a part of the table in kit-errors.ts.
import type { DiagnosticRule } from "@capstan/kube";

/** The codes of these errors. */
export type ProviderErrorCode =
  | "provider/name"
  | "provider/duplicate-controller"
  | "provider/rule"
  | "provider/role"
  | "provider/condition"
  | "provider/machine-version";

/** The errors of wrong definitions by code. */
export const providerErrors: Readonly<Record<ProviderErrorCode, DiagnosticRule>> = {
  "provider/name": {
    severity: "error",
    message: '"{name}" is not a valid provider name',
    help: "use lower-case letters, digits and dashes",
    explain:
      "clusterctl finds a provider by its name, in labels and in folder names of its repository, so it must be a DNS label.",
  },
  "provider/duplicate-controller": {
    severity: "error",
    message: "provider {name} has two controllers of {kind}",
    help: "keep one controller for each kind",
    explain: "Two controllers of one kind would share its finalizer and overwrite each other's conditions.",
  },
  "provider/rule": {
    severity: "error",
    message: "provider {name}: a rule in `rules` allows nothing: {rule}",
    help: "give `apiGroups`, `resources` and `verbs`, each with at least one entry; `resourceNames` only for verbs that name an object",
    explain:
      "A rule is one of RBAC: it lists API groups, resources and verbs. With an empty list it allows nothing, and the calls that it is for would be answered with 403 Forbidden. A request to create an object has no name that RBAC compares, so a rule with `resourceNames` does not allow it.",
  },
  // The compiler reports it, too, for a name of another role: its message is in authoring/role-resource.ts.
  "provider/role": {
    severity: "error",
    message: "{place} takes a kind that {definer} defines; {kind} is defined by {found}",
    help: "use {right} for {kind}, or give a kind that {definer} defines",
    explain:
      "Each function of the kit runs the workflow of one kind of the contract: its owner, what it waits for and the fields that core reads. A kind of another role has another owner and other fields, so the controller would never find the owner, and core would wait forever.",
  },
  "provider/condition": {
    severity: "error",
    message: 'the condition "{type}" of the controller of {kind} {problem}',
    help: "declare types and reasons as words without spaces, such as NetworkReady and Provisioning; Ready and Paused need no declaration",
    explain:
      "The API server rejects a condition whose type or reason has other characters, and with it everything that the pass wrote. Ready and Paused are set by the kit: Ready follows from the declared conditions and the result of the pass.",
  },
  "provider/machine-version": {
    severity: "error",
    message: "{pool} exists in {versions}, and {machines}, the kind of its machines, does not",
    help: "define {machines} in {versions} too, with a conversion between its versions",
    explain:
      "Core lists the InfraMachines of a pool in the API version in which it reads the pool, and creates no Machines where the API server does not serve them in it. A kind has the version that its controller uses, and those of its conversion in `conversions`.",
  },
};
