// The release file of the tiny manager in testdata/manager.mjs, as objects: what a provider's components look like.
import type { UnstructuredObject } from "@capstan/kube";

const namespace = "team";
const labels = { app: "tiny" };

function object(
  apiVersion: string,
  kind: string,
  rest: { name: string; namespace?: string; annotations?: Record<string, string>; [field: string]: unknown },
): UnstructuredObject {
  const { name, namespace: inNamespace, annotations, ...fields } = rest;
  const metadata = {
    name,
    ...(inNamespace === undefined ? {} : { namespace: inNamespace }),
    ...(annotations === undefined ? {} : { annotations }),
  };
  return { apiVersion, kind, metadata, ...fields };
}

const container = {
  name: "manager",
  image: "example.test/team/tiny-manager:v1",
  command: ["/manager"],
  args: ["--leader-elect", "--health-addr=:9440"],
  env: [
    { name: "POD_NAMESPACE", valueFrom: { fieldRef: { fieldPath: "metadata.namespace" } } },
    { name: "POD_NAME", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
  ],
  ports: [
    { name: "webhook-server", containerPort: 9443 },
    { name: "healthz", containerPort: 9440 },
  ],
  readinessProbe: { httpGet: { path: "/readyz", port: "healthz" } },
  volumeMounts: [{ name: "cert", mountPath: "/tmp/k8s-webhook-server/serving-certs" }],
};
const pod = {
  serviceAccountName: "tiny",
  containers: [container],
  volumes: [{ name: "cert", secret: { secretName: "tiny-cert" } }],
};
const webhook = {
  name: "configmaps.tiny.test",
  clientConfig: { service: { namespace, name: "tiny", path: "/validate" } },
  rules: [{ apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"], operations: ["CREATE"] }],
  namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
};
const rules = [{ apiGroups: [""], resources: ["configmaps"], verbs: ["list"] }];
const account = { kind: "ServiceAccount", name: "tiny", namespace };

/** In the order that creates what others refer to first. */
export const managerObjects: readonly UnstructuredObject[] = [
  object("v1", "Namespace", { name: namespace }),
  object("v1", "ServiceAccount", { name: "tiny", namespace }),
  object("rbac.authorization.k8s.io/v1", "Role", { name: "tiny", namespace, rules }),
  object("rbac.authorization.k8s.io/v1", "RoleBinding", {
    name: "tiny",
    namespace,
    subjects: [account],
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "tiny" },
  }),
  object("v1", "Service", {
    name: "tiny",
    namespace,
    spec: { selector: labels, ports: [{ port: 443, targetPort: "webhook-server" }] },
  }),
  object("cert-manager.io/v1", "Issuer", { name: "tiny", namespace, spec: { selfSigned: {} } }),
  object("cert-manager.io/v1", "Certificate", {
    name: "tiny",
    namespace,
    spec: {
      secretName: "tiny-cert",
      dnsNames: ["tiny.team.svc", "tiny.team.svc.cluster.local"],
      issuerRef: { kind: "Issuer", name: "tiny" },
    },
  }),
  object("apps/v1", "Deployment", {
    name: "tiny",
    namespace,
    spec: { replicas: 1, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: pod } },
  }),
  object("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", {
    name: "tiny",
    annotations: { "cert-manager.io/inject-ca-from": "team/tiny" },
    webhooks: [webhook],
  }),
];
