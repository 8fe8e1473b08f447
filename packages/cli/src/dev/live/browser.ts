// Opens the console in the browser of the person at this computer. Its address has a token, and every user of the computer reads the arguments of
// programs: the browser gets the path of a page that only this user reads, and that page leads to the address.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { writeSecretFile } from "@capstan/testenv/host";

/** What is opened. */
export interface ConsoleAddress {
  readonly url: string;
  /** A folder of this user, for the page. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The program that opens a file; undefined where there is no screen for a browser. */
function opener(env: ConsoleAddress["env"]): string | undefined {
  if (process.platform === "darwin") return "open";
  if (process.platform === "win32") return "explorer.exe";
  const hasScreen = ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"].some((name) => (env[name] ?? "") !== "");
  return hasScreen && (env["SSH_CONNECTION"] ?? "") === "" ? "xdg-open" : undefined;
}

/** Opens it; whether a program has taken it. */
export async function openInBrowser({ url, folder, env }: ConsoleAddress): Promise<boolean> {
  const program = opener(env);
  if (program === undefined) return false;
  const page = join(folder, "console.html");
  writeSecretFile(page, pageTo(url));
  const child = spawn(program, [page], { env: { ...env }, stdio: "ignore", detached: true });
  child.unref();
  try {
    await once(child, "spawn");
    return true;
  } catch {
    return false;
  }
}

function pageTo(url: string): string {
  const address = url.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return `<!doctype html>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=${address}">
<title>capstan dev</title>
<a href="${address}">the console of capstan dev</a>
`;
}
