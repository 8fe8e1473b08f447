// Opens an address in the browser of the person at this computer.
import { spawn } from "node:child_process";
import { once } from "node:events";

/** The program that opens an address, and its first arguments; undefined where there is no screen for a browser. */
function opener(env: Readonly<Record<string, string | undefined>>): readonly [string, ...string[]] | undefined {
  if (process.platform === "darwin") return ["open"];
  if (process.platform === "win32") return ["explorer.exe"];
  const hasScreen = ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"].some((name) => (env[name] ?? "") !== "");
  return hasScreen && (env["SSH_CONNECTION"] ?? "") === "" ? ["xdg-open"] : undefined;
}

/** Opens it; whether a program has taken it. */
export async function openInBrowser(url: string, env: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  const [program, ...args] = opener(env) ?? [];
  if (program === undefined) return false;
  const child = spawn(program, [...args, url], { stdio: "ignore", detached: true });
  child.unref();
  try {
    await once(child, "spawn");
    return true;
  } catch {
    return false;
  }
}
