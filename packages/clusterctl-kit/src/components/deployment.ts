// The Deployment of the manager, in the shape of Cluster API's own providers: clusterctl, development tools and users' patches rely on
// its container name, port names, paths and flags.
import type { Container, Deployment, EnvVar, PodSpec } from "@capstan/kube/builtin";
import type { ReleaseConfig } from "../release/release-config.ts";
import { isExtension, deploymentReplicas, spreadConstraints } from "./availability.ts";
import { namespaced, podLabels, servedPorts, servesTls, type BundleContext } from "./bundle-context.ts";
import { heapVariable, memoryLimit } from "./memory.ts";

/** Where managers look for their serving certificate. */
const certificateFolder = "/tmp/k8s-webhook-server/serving-certs";
/** Where the authorities of callers are mounted. */
const clientCaFolder = "/etc/capstan/client-ca";
/** The user that distroless images run as. */
const nonRoot = 65532;

const standardEnv: EnvVar[] = [
  { name: "POD_NAMESPACE", valueFrom: { fieldRef: { fieldPath: "metadata.namespace" } } },
  { name: "POD_NAME", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
  { name: "POD_UID", valueFrom: { fieldRef: { fieldPath: "metadata.uid" } } },
];

const controlPlaneTaints = ["node-role.kubernetes.io/master", "node-role.kubernetes.io/control-plane"];

/** The Deployment. */
export function deployment(context: BundleContext): Deployment {
  const labels = podLabels(context);
  const metadata = namespaced(context, context.names.deployment);
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { ...metadata, labels },
    spec: {
      replicas: deploymentReplicas(context),
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: podSpec(context) },
    },
  };
}

function podSpec(context: BundleContext): PodSpec {
  const { names } = context;
  const spread = spreadConstraints(context);
  const certificate = servesTls(context) ? [{ name: "cert", secret: { secretName: names.certificateSecret } }] : [];
  const clientCa = clientCaOf(context);
  const authorities = clientCa === undefined ? [] : [{ name: "client-ca", configMap: { name: clientCa } }];
  return {
    containers: [managerContainer(context)],
    securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
    serviceAccountName: names.serviceAccount,
    // Upgrades wait about a minute until the old Pod is deleted. An extension goes on for its delay, and then lets calls end for ten seconds.
    terminationGracePeriodSeconds: isExtension(context) ? 20 : 10,
    tolerations: controlPlaneTaints.map((key) => ({ effect: "NoSchedule", key })),
    ...(spread.length === 0 ? {} : { topologySpreadConstraints: spread }),
    volumes: [...certificate, ...authorities],
  };
}

function managerContainer(context: BundleContext): Container {
  const { config, version } = context;
  const certificate = servesTls(context) ? [{ name: "cert", mountPath: certificateFolder, readOnly: true }] : [];
  const authorities =
    clientCaOf(context) === undefined ? [] : [{ name: "client-ca", mountPath: clientCaFolder, readOnly: true }];
  return {
    // The contract requires this name: clusterctl waits for Deployments that have it.
    name: "manager",
    image: `${config.image}:${version}`,
    imagePullPolicy: "IfNotPresent",
    args: [...standardArgs(context), ...(config.args ?? [])],
    env: [...standardEnv, heapVariable(config, { hasCache: context.description.leaderElection }), ...ownEnv(config)],
    ports: ports(context),
    livenessProbe: { ...probe("/healthz"), failureThreshold: mostFailures },
    readinessProbe: probe("/readyz"),
    resources: { limits: { memory: memoryLimit(config) }, requests: { cpu: "10m", memory: "128Mi" } },
    securityContext: {
      allowPrivilegeEscalation: false,
      capabilities: { drop: ["ALL"] },
      privileged: false,
      readOnlyRootFilesystem: true,
      runAsGroup: nonRoot,
      runAsUser: nonRoot,
    },
    volumeMounts: [...certificate, ...authorities],
  };
}

/** A flood of connections can end one probe of five; three in a row, the default, would restart the container within minutes of it. */
const mostFailures = 6;

/** In five seconds a client asks three times for a connection: one second, the default, has no second try where a flood of connections takes the places of those that wait. */
function probe(path: string): NonNullable<Container["livenessProbe"]> {
  return { httpGet: { path, port: "healthz" }, timeoutSeconds: 5 };
}

/** Flags that every manager of the kits has. The kubelet replaces `$(POD_NAMESPACE)`: clusterctl may install into another namespace. */
function standardArgs(context: BundleContext): string[] {
  const { description, scope } = context;
  const { metrics } = description.ports;
  return [
    ...(description.leaderElection ? ["--leader-elect"] : []),
    ...(scope === "namespace" ? ["--namespace=$(POD_NAMESPACE)"] : []),
    ...(metrics === undefined ? [] : diagnosticsArgs(metrics)),
    ...(isExtension(context) ? extensionArgs(context) : []),
    ...(clientCaOf(context) === undefined ? [] : [`--client-ca-file=${clientCaFolder}/ca.crt`]),
  ];
}

/** Callers learn a moment after SIGTERM that a Pod ends. */
function extensionArgs({ config }: BundleContext): string[] {
  const { prefix } = config.extensionConfig ?? {};
  return ["--shutdown-delay=3s", ...(prefix === undefined ? [] : [`--prefix=${prefix}`])];
}

/** The ConfigMap with the authorities of callers, if there is something to call. */
function clientCaOf(context: BundleContext): string | undefined {
  return servesTls(context) ? context.config.clientCaConfigMap : undefined;
}

/** The variables of Cluster API's own managers, with the same meaning. */
function diagnosticsArgs(port: number): string[] {
  return [
    `--diagnostics-address=\${CAPI_DIAGNOSTICS_ADDRESS:=:${port}}`,
    "--insecure-diagnostics=${CAPI_INSECURE_DIAGNOSTICS:=false}",
  ];
}

/** The author's variables; NODE_OPTIONS are part of the variable of the heap. */
function ownEnv({ env = {} }: ReleaseConfig): EnvVar[] {
  return Object.entries(env)
    .filter(([name]) => name !== "NODE_OPTIONS")
    .map(([name, value]) =>
      typeof value === "string"
        ? { name, value }
        : { name, valueFrom: { secretKeyRef: { name: value.secret, key: value.key } } },
    );
}

function ports(context: BundleContext): NonNullable<Container["ports"]> {
  return servedPorts(context).map(([name, containerPort]) => ({ containerPort, name, protocol: "TCP" }));
}
