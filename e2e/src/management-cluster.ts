// A management cluster as a user has it, without containers: the real API server, clusterctl with local repositories, and
// upstream's and our own releases installed unmodified, each manager under its own ServiceAccount.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "@capstan/repo";
import { describeError } from "@capstan/kube";
import { type ImageTable, type LocalCluster, managerFlagConventions, startLocalCluster } from "@capstan/local-cluster";
import { type Clusterctl, createClusterctl } from "@capstan/tool-control-plane/clusterctl";
import type { Core } from "@capstan/tool-control-plane/cores";
import { kubectlApply } from "@capstan/tool-control-plane/kubectl";
import { type ControlPlane, controlPlaneBinaries } from "@capstan/tool-control-plane/paths";
import { upstreamFeatures, upstreamImages, upstreamProviders } from "@capstan/tool-control-plane/upstream";
import { auditPolicy } from "./audit-policy.ts";
import { bundleExample, type ExampleName, examples, exampleSource, type SpecialRelease } from "./bundles.ts";
import { eventually } from "./eventually.ts";
import { placeGoPeer } from "./go-peer.ts";

/** The HttpIdentity that clusters of provider-http use. */
export const httpIdentity = "account";

/** What is installed. */
export interface ManagementOptions {
  readonly name: string;
  /** The folder for everything of this cluster. */
  readonly folder: string;
  readonly examples: readonly ExampleName[];
  /** The version of Cluster API. Default: the newest one. */
  readonly core?: Core;
  /** The upstream infrastructure provider and the kubeadm providers, installed with core. */
  readonly kubeadm: boolean;
  /** What is special about the releases of the providers. */
  readonly release?: SpecialRelease;
  /** Where provider-local keeps what its processes are. */
  readonly stateFolder: string;
  /** The address of provider-http's cloud. */
  readonly cloudUrl?: string;
  /** Run the peer in Go in the place of provider-http. */
  readonly goPeer?: boolean;
  /** More variables of the release files. */
  readonly variables?: Readonly<Record<string, string>>;
  /** More flags of our processes, by example. */
  readonly flags?: Readonly<Partial<Record<ExampleName, readonly string[]>>>;
  /** More variables of the environment of our processes. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A management cluster with its tools. */
export interface ManagementCluster extends AsyncDisposable {
  readonly name: string;
  readonly local: LocalCluster;
  readonly clusterctl: Clusterctl;
  readonly repository: string;
  readonly built: ControlPlane;
  /** Applies manifests with the real kubectl, again while webhooks are still coming up. */
  apply(manifests: string): Promise<void>;
  /** Requests that were rejected to a ServiceAccount, in words. */
  forbidden(): string[];
  stop(): Promise<void>;
}

/** Starts the cluster, makes the releases, and lets clusterctl install everything. */
export async function startManagementCluster(options: ManagementOptions): Promise<ManagementCluster> {
  const built = controlPlaneBinaries(options.core);
  const { folder } = options;
  const repository = join(folder, "repository");
  for (const example of options.examples) {
    const isProvider = examples[example].source.type !== "RuntimeExtensionProvider";
    await bundleExample(example, repository, isProvider ? (options.release ?? {}) : {});
  }
  const goPeer = options.goPeer === true ? await placeGoPeer(repository) : undefined;
  const local = await startLocalCluster({
    images: images(built, options, goPeer),
    folder: join(folder, "cluster"),
    envtest: { auditLog: auditPolicy },
  });
  const clusterctl = clusterctlFor(options, { built, repository });
  const cluster: ManagementCluster = {
    name: options.name,
    local,
    clusterctl,
    repository,
    built,
    apply: (manifests) => applyEventually(built, local, manifests),
    forbidden: () => rejections(local),
    stop: () => local.stop(),
    [Symbol.asyncDispose]: () => local.stop(),
  };
  try {
    await clusterctl.run(initArguments(options), { kubeconfig: local.kubeconfigFile });
    return cluster;
  } catch (error) {
    const logs = Object.entries(local.lastLines(15)).map(
      ([process, lines]) => `--- last lines of ${process}\n${lines.join("\n")}`,
    );
    await local.stop();
    throw new Error([describeError(error), ...local.problems(), ...logs].join("\n"), { cause: error });
  }
}

function clusterctlFor(
  options: ManagementOptions,
  { built, repository }: { readonly built: ControlPlane; readonly repository: string },
): Clusterctl {
  const folder = join(options.folder, "clusterctl");
  mkdirSync(folder, { recursive: true });
  const ours = options.examples.map((name) => exampleSource(name, repository));
  return createClusterctl({
    program: built.programs.clusterctl,
    folder,
    providers: [...upstreamProviders(built), ...ours],
    // Core wants what the embedded API server has not: strategic merge patches of Nodes, VolumeAttachments.
    variables: {
      ...upstreamFeatures,
      EXTENSION_LOG_LEVEL: "debug",
      LOCAL_BACKEND: "Real",
      HTTP_IDENTITY: httpIdentity,
      ...options.variables,
    },
  });
}

function initArguments({ examples: names, kubeadm }: ManagementOptions): string[] {
  const ours = names.filter((name) => examples[name].source.type === "InfrastructureProvider");
  const infrastructure = [...ours, ...(kubeadm ? ["docker"] : [])];
  const extensions = names
    .map((name) => examples[name].source)
    .filter(({ type }) => type === "RuntimeExtensionProvider")
    .map(({ name }) => name);
  const bootstrap = [...(names.includes("bootstrap") ? ["local"] : []), ...(kubeadm ? ["kubeadm"] : [])];
  const providers = ["--bootstrap", bootstrap.join(",") || "-", "--control-plane", kubeadm ? "kubeadm" : "-"];
  return [
    "init",
    "--core",
    "cluster-api",
    ...providers,
    "--infrastructure",
    infrastructure.join(","),
    ...(names.includes("ipam") ? ["--ipam", "local"] : []),
    ...(extensions.length === 0 ? [] : ["--runtime-extension", extensions.join(",")]),
    "--wait-providers",
    "--wait-provider-timeout",
    "180",
  ];
}

/** Upstream's images are their built programs; ours are the examples' entries, run from source, or the peer of one. */
function images(built: ControlPlane, options: ManagementOptions, goPeer: string | undefined): ImageTable {
  const upstream = Object.entries(upstreamImages).map(([image, program]) => [
    image,
    { command: built.programs[program], flags: managerFlagConventions },
  ]);
  const isPeer = (name: ExampleName): boolean => goPeer !== undefined && name === "http";
  const ours = options.examples.map((name) => [
    examples[name].image,
    {
      command: isPeer(name) ? goPeer : process.execPath,
      args: [
        ...(isPeer(name) ? [] : ["--conditions=@capstan/source", join(root, examples[name].folder, "src/main.ts")]),
        ...(moreFlags[name]?.(options) ?? []),
        ...(options.flags?.[name] ?? []),
      ],
      // As an image's own variable would be: every management cluster of the run finds the same processes.
      env: {
        LOCAL_STATE_DIR: options.stateFolder,
        ...(options.cloudUrl === undefined ? {} : { HTTP_CLOUD_URL: options.cloudUrl }),
        ...options.env,
      },
      flags: managerFlagConventions,
    },
  ]);
  return Object.fromEntries([...upstream, ...ours]) as ImageTable;
}

/** A process that is killed again and again leads soon after. */
const shortLease: readonly string[] = [
  "--leader-elect-lease-duration=6s",
  "--leader-elect-renew-deadline=4s",
  "--leader-elect-retry-period=1s",
];

/** Flags of some processes beside those of their Deployments. */
const moreFlags: Readonly<Partial<Record<ExampleName, (options: ManagementOptions) => readonly string[]>>> = {
  http: () => shortLease,
  // Core reads every object through the conversion webhook then: it has a thread of its own.
  local: ({ release }) => (release?.contract === "v1beta1" ? ["--webhook-threads=1"] : []),
};

/** Webhooks of a manager that has just become leader may need another moment. */
async function applyEventually(built: ControlPlane, local: LocalCluster, manifests: string): Promise<void> {
  await eventually({
    what: "kubectl apply to succeed",
    read: () => kubectlApply({ program: built.programs.kubectl, kubeconfig: local.kubeconfigFile, manifests }),
    until: () => true,
    within: 60,
    every: 1000,
  });
}

function rejections(local: LocalCluster): string[] {
  // The admin is rejected things, too: what is written into a namespace that is going away, for one.
  const rejected = local.controlPlane
    .auditEvents()
    .filter(
      ({ user, responseStatus }) => responseStatus?.code === 403 && user.username.startsWith("system:serviceaccount:"),
    );
  return [...new Set(rejected.map(({ user, verb, requestURI }) => `${user.username} ${verb} ${requestURI}`))];
}
