// Computes the command line for a Deployment: local command, ports, folders, variables, readiness probe. It reads no cluster and
// writes no file.
import type { Container, Deployment, PodSpec, Probe } from "@capstan/kube/builtin";
import { localClusterError } from "../errors.ts";
import { containerEnvironment, expand, type PodValues } from "./environment.ts";
import { hasFlag, setFlag } from "./flags.ts";
import { findImage, type ImageCommand, type ImageTable } from "./images.ts";

/** What the node prepares for one start. */
export interface PlanContext {
  readonly image: ImageCommand;
  readonly values: PodValues;
  /** A free local port for each container port, by its number. */
  readonly ports: ReadonlyMap<number, number>;
  /** The folder of each volume, by volume name. */
  readonly folders: ReadonlyMap<string, string>;
  /** Whether the program will see a ServiceAccount folder, as in a Pod. */
  readonly inPod: boolean;
}

/** The command to run. */
export interface WorkloadPlan {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
  /** The URL of the readiness probe; undefined without a probe. */
  readonly readiness: string | undefined;
}

/** The container to run: the first whose image has a local command. Others are ignored. */
export function mainContainer(
  deployment: Deployment,
  images: ImageTable,
): { container: Container; image: ImageCommand } {
  const containers = podSpec(deployment).containers;
  let problem: unknown;
  for (const container of containers) {
    try {
      return { container, image: findImage(images, container.image ?? "") };
    } catch (error) {
      problem ??= error;
    }
  }
  throw problem ?? localClusterError("local-cluster/no-container", { name: deployment.metadata.name ?? "" });
}

/** The Pod that the Deployment describes. */
export function podSpec(deployment: Deployment): PodSpec {
  return deployment.spec?.template.spec ?? { containers: [] };
}

/** The container ports that a flag moves away from their number. */
export function movablePorts(container: Container, image: ImageCommand): number[] {
  const flags = image.flags?.ports ?? {};
  return (container.ports ?? [])
    .filter(({ name }) => name !== undefined && flags[name] !== undefined)
    .map(({ containerPort }) => containerPort);
}

/** Computes the command. */
export function planWorkload(container: Container, context: PlanContext): WorkloadPlan {
  const { image, values } = context;
  const moved = mountedFolders(container, context);
  const relocate = (text: string): string =>
    moved.reduce((result, { path, folder }) => result.replaceAll(path, folder), text);
  const own = containerEnvironment(container, values);
  const env = Object.fromEntries(
    Object.entries({ ...image.env, ...own }).map(([name, value]) => [name, relocate(value)]),
  );
  const given = (container.args ?? []).map((arg) => relocate(expand(arg, own)));
  const flags = [
    ...portFlags(container, context),
    ...folderFlags(moved, image),
    ...leaderElectionFlags(given, context),
  ];
  return {
    command: image.command,
    args: [...(image.args ?? []), ...flags.reduce(setFlag, given)],
    env,
    cwd: image.cwd,
    readiness: probeUrl(container.readinessProbe, container, context.ports),
  };
}

/** The local port behind a port's name or number. */
export function localPort(
  port: string | number,
  container: Container,
  ports: ReadonlyMap<number, number>,
): number | undefined {
  const number = typeof port === "number" ? port : container.ports?.find(({ name }) => name === port)?.containerPort;
  return number === undefined ? undefined : (ports.get(number) ?? number);
}

interface MountedFolder {
  readonly path: string;
  readonly folder: string;
}

function mountedFolders(container: Container, { folders }: PlanContext): MountedFolder[] {
  return (container.volumeMounts ?? []).flatMap(({ name, mountPath }) => {
    const folder = folders.get(name);
    return folder === undefined ? [] : [{ path: mountPath, folder }];
  });
}

function portFlags(container: Container, { image, ports }: PlanContext): string[] {
  return (container.ports ?? []).flatMap(({ name, containerPort }) => {
    const flag = image.flags?.ports?.[name ?? ""];
    return flag === undefined ? [] : [flag.replace("{port}", String(ports.get(containerPort) ?? containerPort))];
  });
}

function folderFlags(moved: readonly MountedFolder[], image: ImageCommand): string[] {
  return moved.flatMap(({ path, folder }) => {
    const flag = image.flags?.mounts?.[path];
    return flag === undefined ? [] : [flag.replace("{folder}", folder)];
  });
}

/** Client libraries look for a lock's namespace in the Pod's ServiceAccount folder and do not run without one. */
function leaderElectionFlags(args: readonly string[], { image, inPod }: PlanContext): string[] {
  const flag = image.flags?.withoutLeaderElection;
  return inPod || flag === undefined || !hasFlag(args, flag) ? [] : [flag];
}

function probeUrl(
  probe: Probe | undefined,
  container: Container,
  ports: ReadonlyMap<number, number>,
): string | undefined {
  const get = probe?.httpGet;
  if (get === undefined) return undefined;
  const port = localPort(get.port, container, ports);
  return `${(get.scheme ?? "HTTP").toLowerCase()}://127.0.0.1:${port ?? ""}${get.path ?? "/"}`;
}
