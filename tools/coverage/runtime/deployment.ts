// What is demanded of manifests, and of who registers extensions.
import { type Demands, notOurs } from "./demand.ts";
import { shown } from "./files.ts";

/** The demands. */
export const deployment: Demands = {
  "deployment/process": shown(
    "an extension is a process of its own, behind an address that core reaches",
    ["run", "--describe prints what a release is made from and opens nothing"],
    ["components", "name: gate-webhook-service"],
    ["components", "kind: Deployment"],
  ),
  "deployment/elsewhere": shown(
    "an extension can be a part of another server, and its URL can have a path",
    ["wire", "paths can have a prefix"],
    ["servers", "own servers, health and metrics listen on their own ports"],
  ),
  "deployment/certificate": shown("cert-manager makes the certificate", ["components", "kind: Certificate"]),
  "deployment/replicas": shown(
    "several replicas are behind the service, and some of them always run",
    ["components", "replicas: 2"],
    ["components", "kind: PodDisruptionBudget"],
    ["components", "topologySpreadConstraints:"],
  ),
  "deployment/account": shown(
    "a service account of its own, with the rights that the extension declares",
    ["components", "serviceAccountName: gate-manager"],
    ["run", "--describe prints what a release is made from and opens nothing"],
  ),
  "deployment/pods": shown(
    "pods are not privileged, not root, and cannot write their files",
    ["components", "privileged: false"],
    ["components", "runAsNonRoot: true"],
    ["components", "readOnlyRootFilesystem: true"],
    ["components", "allowPrivilegeEscalation: false"],
  ),
  "deployment/config": shown(
    "an ExtensionConfig comes with the release, with the authority of its certificate",
    ["extensionConfig", "kind: ExtensionConfig"],
    ["extensionConfig", "runtime.cluster.x-k8s.io/inject-ca-from-secret: gate-system/gate-webhook-service-cert"],
  ),
  "deployment/discovered-again": shown(
    "core discovers again when a release changes; settings and namespaces can be given",
    ["extensionConfig", "capstan.dev/release: v0.1.0"],
    ["topologyConfig", "namespaceSelector:"],
    ["topologyConfig", "settings:"],
  ),
  "deployment/vetted": notOurs(
    "administrators look at an extension before they register it",
    "people do; `--describe` prints its hooks and rights for them",
  ),
  "deployment/network": notOurs(
    "network policies and authorities keep others from the connection",
    "an administrator's choice: bundles write a NetworkPolicy and the authorities of callers when they are told to",
  ),
  "deployment/in-process": notOurs(
    "plugins in the process of core, and gRPC, are not used",
    "the proposal explains what it does not do",
  ),
  "registration/kind": shown(
    "an ExtensionConfig has a url or a service, with a path and a port, an authority and a selector",
    ["kinds", "every kind is there in every version, and no other"],
    ["kinds", "$apiVersion $kind"],
  ),
  "registration/handlers": shown(
    "its status has the handlers that discovery returned, with timeout and failure policy",
    ["manageExtensions", "handlers and conditions are written, and the handlers can be called"],
    ["manageExtensions", "a discovery that fails keeps the handlers, and its condition says why"],
  ),
  "registration/feature": notOurs(
    "ExtensionConfigs exist only with the feature of core that is on",
    "core rejects them; the documentation names the feature",
  ),
  "registration/objects": notOurs(
    "extensions for some objects, and dependencies among extensions, may come later",
    "the proposal does not demand them, and core has none",
  ),
};
