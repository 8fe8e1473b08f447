// Mounts a ServiceAccount folder at its usual path for one program, without root, in an unprivileged user and mount namespace
// (Linux). The program still sees the files and the network of the host.
import { execFileSync } from "node:child_process";
import { realpathSync } from "node:fs";

/** A program to start and its arguments. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

/** Where client libraries look, below the folder that `/var/run` really is. */
const insideRun = "secrets/kubernetes.io";

/**
 * The host's folder is kept beside the new, empty one and every entry linked back, so that sockets and name service files in it
 * stay reachable; then the folder is linked where a Pod has it. The program replaces the shell: same process, same pid.
 */
const script = [
  "run=$1 kept=$2 account=$3; shift 3",
  'mkdir -p -m 700 "$kept" && mount --rbind "$run" "$kept" && mount -t tmpfs tmpfs "$run" || exit 126',
  'for entry in "$kept"/* "$kept"/.[!.]*; do [ -e "$entry" ] && [ "$entry" != "$kept/secrets" ] && ln -s "$entry" "$run/"; done',
  `mkdir -p "$run/${insideRun}" && ln -s "$account" "$run/${insideRun}/serviceaccount" || exit 126`,
  'exec "$@"',
].join("\n");

/** The command line that runs `inner` with `account` as its ServiceAccount folder; `kept` is an empty folder to keep things in. */
export function inSandbox(
  inner: Command,
  { account, kept }: { readonly account: string; readonly kept: string },
): Command {
  const args = [
    "--user",
    "--map-root-user",
    "--mount",
    "sh",
    "-c",
    script,
    "sh",
    realpathSync("/var/run"),
    kept,
    account,
  ];
  return { command: "unshare", args: [...args, inner.command, ...inner.args] };
}

/** Whether this computer supports it; tested by running it once. */
export function canSandbox(folder: string): boolean {
  if (process.platform !== "linux") return false;
  try {
    const { command, args } = inSandbox(
      { command: "test", args: ["-d", `/var/run/${insideRun}/serviceaccount/`] },
      { account: folder, kept: `${folder}/kept` },
    );
    execFileSync(command, args, { stdio: "ignore", timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
}
