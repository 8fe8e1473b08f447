// The folders of this user for caches and for state, as the conventions of the operating system have them.
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** What a folder is for: `cache` may be deleted at any time, `state` belongs to something that runs. */
export type UserFolder = "cache" | "state";

const convention: Readonly<
  Record<UserFolder, { readonly variable: string; readonly linux: string; readonly darwin: string }>
> = {
  cache: { variable: "XDG_CACHE_HOME", linux: ".cache", darwin: "Library/Caches" },
  state: { variable: "XDG_STATE_HOME", linux: ".local/state", darwin: "Library/Application Support" },
};

/**
 * This user's folder for caches or for state: `XDG_CACHE_HOME` or `XDG_STATE_HOME`, and without it `~/.cache` or `~/.local/state`, on macOS
 * `~/Library/Caches` or `~/Library/Application Support`, on Windows `LOCALAPPDATA`. It is not created or checked: `openPrivateFolder` does that.
 *
 * @example
 * const compiled = join(userFolder("cache"), "capstan", "compiled");
 */
export function userFolder(
  kind: UserFolder,
  env: Environment = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const { variable, linux, darwin } = convention[kind];
  const home = homedir();
  if (platform === "win32") return env["LOCALAPPDATA"] ?? join(home, "AppData", "Local");
  const named = env[variable] ?? "";
  // The specification says that a relative path is ignored.
  if (isAbsolute(named)) return named;
  return join(home, platform === "darwin" ? darwin : linux);
}
