// The table of local commands by container image. No image is pulled.
import { ownValue } from "@capstan/kube";
import { localClusterError } from "../errors.ts";

/** The flags that set what a Pod's network and mount namespaces would provide. */
export interface FlagConventions {
  /** By container port name: the flag that moves that port, with `{port}`. Ports without one are used as they are. */
  readonly ports?: Readonly<Record<string, string>>;
  /** By mount path: the flag that moves that folder, with `{folder}`. Paths in arguments and variables are rewritten anyway. */
  readonly mounts?: Readonly<Record<string, string>>;
  /** The flag that turns leader election off, for computers where no namespace file can be shown to the program. */
  readonly withoutLeaderElection?: string;
}

/** The local command for an image. */
export interface ImageCommand {
  readonly command: string;
  /** Arguments before those of the container. */
  readonly args?: readonly string[];
  /** Additional variables; those of the container take precedence. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly flags?: FlagConventions;
}

/** Commands by image: its whole name, or the last part of it without registry, tag and digest. */
export type ImageTable = Readonly<Record<string, ImageCommand>>;

/** The flags that controller managers share; leader election by `--leader-elect`. */
export const managerFlagConventions: FlagConventions = {
  ports: {
    "webhook-server": "--webhook-port={port}",
    healthz: "--health-addr=127.0.0.1:{port}",
    metrics: "--diagnostics-address=127.0.0.1:{port}",
  },
  mounts: { "/tmp/k8s-webhook-server/serving-certs": "--webhook-cert-dir={folder}" },
  withoutLeaderElection: "--leader-elect=false",
};

/** The command for an image. */
export function findImage(images: ImageTable, image: string): ImageCommand {
  const names = [image, withoutVersion(image), shortName(image)];
  const found = names.map((name) => ownValue(images, name)).find((command) => command !== undefined);
  if (found !== undefined) return found;
  throw localClusterError("local-cluster/unknown-image", {
    image,
    known: Object.keys(images).join(", "),
    name: shortName(image),
  });
}

/** The last part of an image's name: "manager" of "example.test/team/manager:v1". */
export function shortName(image: string): string {
  const name = withoutVersion(image);
  return name.slice(name.lastIndexOf("/") + 1);
}

/** A colon before the last slash belongs to the registry's port, not to a tag. */
function withoutVersion(image: string): string {
  const [name = ""] = image.split("@");
  const colon = name.lastIndexOf(":");
  return colon > name.lastIndexOf("/") ? name.slice(0, colon) : name;
}
