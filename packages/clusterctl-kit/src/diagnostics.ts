// What can be wrong with a release.
import type { DiagnosticRule } from "@capstan/kube";

/** The codes of this table. */
export type BundleCode =
  | "bundle/version"
  | "bundle/no-series"
  | "bundle/contract-changed"
  | "bundle/other-provider"
  | "bundle/no-crd"
  | "bundle/repeated-crd"
  | "bundle/repeated-kind"
  | "bundle/repeated-template"
  | "bundle/other-conversion"
  | "bundle/no-contract-label"
  | "bundle/no-conversion"
  | "bundle/unreachable-kind"
  | "bundle/no-watches"
  | "bundle/spaced-variable"
  | "bundle/client-ca-of-conversions"
  | "bundle/env-name"
  | "bundle/namespace-selector"
  | "bundle/unknown-setting"
  | "bundle/setting-missing"
  | "template/name"
  | "template/no-cluster-class"
  | "template/class-name"
  | "template/no-kind";

/** The diagnostics of releases. */
export const bundleDiagnostics: Readonly<Record<BundleCode, DiagnosticRule>> = {
  "bundle/version": {
    severity: "error",
    message: '"{version}" is not a version clusterctl accepts',
    help: 'write a semantic version with a leading v and without build metadata, for example "v0.1.0"',
    explain:
      "The version is the name of the release's folder or tag, which clusterctl parses, and the tag of the image, in which registries reject a +.",
  },
  "bundle/client-ca-of-conversions": {
    severity: "error",
    message: '"clientCaConfigMap" is "{name}", but the provider has a conversion webhook',
    help: 'remove "clientCaConfigMap", and restrict the webhook with a NetworkPolicy',
    explain:
      "kube-apiserver presents no client certificate to conversion webhooks and cannot be configured to. With authorities of callers, the webhook would reject it, and no object of the provider could be read.",
  },
  "bundle/env-name": {
    severity: "error",
    message: 'Kubernetes rejects "{name}" in "env" as the name of an environment variable',
    help: "use letters, digits and underscores",
    explain:
      "The name of an environment variable has at least one character, and only printable ASCII characters other than =. The API server would reject the Deployment when the release is installed. Before Kubernetes 1.32 it accepts only letters, digits, _, - and ., not beginning with a digit.",
  },
  "bundle/namespace-selector": {
    severity: "error",
    message: '"extensionConfig.namespaceSelector" selects nothing: {problem}',
    help: "correct the selector, or remove it to have the extension called for all namespaces",
    explain:
      "Core calls an extension only for Clusters in namespaces that the selector of its ExtensionConfig matches. One that no namespace can match installs without an error, and the extension is never called.",
  },
  "bundle/unknown-setting": {
    severity: "error",
    message: '"extensionConfig.settings" has "{name}", which the extension does not declare{near}',
    help: "correct the name, or declare it in the settings of defineExtension: declared are {known}",
    explain:
      "An extension ignores settings that it does not declare, and uses its defaults: a name with a mistake would have no effect.",
  },
  "bundle/setting-missing": {
    severity: "warning",
    message: 'the extension requires the setting "{name}", and "extensionConfig.settings" has no value for it',
    help: "set it there, or give it a default in defineExtension; otherwise who installs the release sets it in the ExtensionConfig",
    explain:
      "A call without a setting that has no default fails, so core comes no further with any Cluster. A patch of a ClusterClass can have settings of its own; for hooks of the life of a Cluster only the ExtensionConfig has them.",
  },
  "bundle/no-series": {
    severity: "error",
    message: "no release series covers {version}",
    help: "add { major: {major}, minor: {minor}, contract: ... } to releaseSeries",
    explain:
      "clusterctl looks up the contract of the version it installs, and of every version it finds, in metadata.yaml; a version without a series breaks its installation and the upgrade plans of every provider in the cluster.",
  },
  "bundle/contract-changed": {
    severity: "error",
    message: "the series of {version} declares contract {contract}, but the CRDs of {kinds} have no label for it",
    help: 'name "{contract}" in the contracts of the kind, or correct the series',
    explain:
      "clusterctl reads metadata.yaml, core reads the label cluster.x-k8s.io/<contract> on the CRD. When they differ, clusterctl installs a provider that core cannot use.",
  },
  "bundle/other-provider": {
    severity: "error",
    message: "the code describes {described}, the configuration {configured}",
    help: 'set the same name in both: the option `name` of defineExtension or defineProvider, and "name" of the configuration; the type is "type" there',
    explain: "clusterctl knows the provider, and finds its objects, by a label with the type and the name.",
  },
  "bundle/no-crd": {
    severity: "error",
    message: "there is no CRD for {kind}",
    help: "run capstan generate",
    explain: "The provider defines this kind, but the release would not install its CRD.",
  },
  "bundle/repeated-crd": {
    severity: "error",
    message: 'there are {count} CRDs named "{name}"',
    help: 'keep one of them in the folders of "crds" and of generated CRDs',
    explain:
      "An installer applies CRDs in their order, so the last one of a name would replace the others, with their schemas and their conversion webhook.",
  },
  "bundle/other-conversion": {
    severity: "error",
    message: 'the CRD "{name}" names a conversion webhook, and the provider converts no objects of that kind',
    help: "remove spec.conversion from the CRD, or declare the conversions of the kind",
    explain:
      "All objects of a kind go through its conversion webhook, which could read and change them. In a release that is the provider's own server, and its address is added by `capstan bundle`.",
  },
  "bundle/no-contract-label": {
    severity: "error",
    message: "the CRD of {kind} has no label for contract {contract}",
    help: 'name "{contract}" in the contracts of one of its versions and run capstan generate',
    explain:
      "Core finds the version of a kind by the label cluster.x-k8s.io/<contract> of its CRD, and rejects references to a kind without one.",
  },
  "bundle/no-conversion": {
    severity: "error",
    message: "{kind} has versions {versions}, but the provider serves no conversion between them",
    help: "declare the conversion with defineConversion, run capstan generate, and pass the generated `converters` to kit.provider as `conversions`; or serve one version",
    explain:
      'Without a conversion webhook the API server only changes apiVersion: fields that the versions do not share are lost without an error. Where that is meant, the declaration has strategy: "None", and capstan generate writes spec.conversion.strategy None into the CRD: such a kind needs no converters.',
  },
  "bundle/unreachable-kind": {
    severity: "error",
    message: "objects of {kind} do not reach a Cluster through their owners",
    help: "add owns(...) with this kind to `watches` of the controller that creates its objects, or the label clusterctl.cluster.x-k8s.io/move-hierarchy to `labels` of its definition",
    explain:
      "clusterctl move moves what reaches a Cluster through owner references, and leaves the rest behind without an error.",
  },
  "bundle/spaced-variable": {
    severity: "error",
    message:
      'clusterctl would change "{text}" at {place} in the CRD of {kind}: it removes whitespace next to the braces of an expansion',
    help: "remove that whitespace in the type; where one value or name ends with ${ and the next name begins with another part and }, change one of them",
    explain:
      "Whatever looks like a variable in a CRD is escaped, so that clusterctl leaves it unchanged. It removes the whitespace of ${ NAME } before it looks at escapes, line ends between two values too, which would change a name, a default or a pattern, or make the file one that is no YAML. In descriptions that is allowed: bundle removes it there.",
  },
  "bundle/no-watches": {
    severity: "error",
    message: "the manager watches no objects, so it cannot be installed for one namespace",
    help: "bundle it without --scope",
    explain:
      "A release for one namespace has Roles in place of ClusterRoles, and its manager watches that namespace only. This description has no rights in watched namespaces: an extension answers calls for every cluster.",
  },
  "bundle/repeated-kind": {
    severity: "error",
    message: "{kind} is a kind of {first} and of {second}",
    help: "declare the kind in one of them; the other one can watch it, or read it with the client",
    explain:
      "The CRD of a kind is part of the components of one provider of a release: clusterctl installs, upgrades and deletes it with that provider. With it in two, each would take it from the other.",
  },
  "bundle/repeated-template": {
    severity: "error",
    message: '{first} and {second} both have the template "{file}"',
    help: "rename one of the two, or keep it in one folder of templates",
    explain: "All files of a release are in one folder, also those of several providers.",
  },
  "template/name": {
    severity: "error",
    message: '"{file}" has a name clusterctl does not look for',
    help: "name it cluster-template.yaml, cluster-template-<flavor>.yaml or clusterclass-<class>.yaml",
    explain: "clusterctl requests exactly these names from the repository; a file with another name is never read.",
  },
  "template/no-cluster-class": {
    severity: "error",
    message: 'the Cluster uses class "{name}", and the release has no clusterclass-{name}.yaml',
    help: "add the file; a class inside the template itself does not help",
    explain:
      "For a Cluster with a topology clusterctl fetches clusterclass-<class>.yaml from the release, even when the class is in the template, and fails when the file is missing.",
  },
  "template/class-name": {
    severity: "error",
    message: 'the file must contain exactly one ClusterClass, named "{name}", but contains {found}',
    help: "rename the file or the class",
    explain: "clusterctl finds the class by the name of the file.",
  },
  "template/no-kind": {
    severity: "error",
    message: "document {number} has no apiVersion and kind, or is a List",
    help: "write every object as a separate document",
    explain: "clusterctl does not split lists, and the API server rejects objects without a kind.",
  },
};
