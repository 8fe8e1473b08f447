// Chromium for the tests of the console: the one that `node tools/browser/main.ts` has put into Capstan's cache, or the one that CHROMIUM names.
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { launch, type Browser } from "puppeteer-core";

/** A browser that runs. */
export interface RunningBrowser extends AsyncDisposable {
  readonly instance: Browser;
}

/** Where the script unpacks it. */
const unpacked = join(process.env["CAPSTAN_CACHE"] ?? join(homedir(), ".cache", "capstan"), "chromium");

/** The program and the folders of its libraries; undefined when there is none. */
export function findChromium(): { readonly program: string; readonly libraries: string } | undefined {
  const named = process.env["CHROMIUM"];
  if (named !== undefined) return { program: named, libraries: "" };
  const program = join(unpacked, "usr/lib/chromium/chromium-headless-shell");
  const libraries = [
    "usr/lib/x86_64-linux-gnu",
    "usr/lib/x86_64-linux-gnu/pulseaudio",
    "usr/lib/aarch64-linux-gnu",
    "usr/lib/aarch64-linux-gnu/pulseaudio",
  ];
  return existsSync(program)
    ? { program, libraries: libraries.map((folder) => join(unpacked, folder)).join(":") }
    : undefined;
}

/** Starts it without a window. */
export async function startBrowser(): Promise<RunningBrowser> {
  const found = findChromium();
  if (found === undefined) throw new Error("there is no Chromium: run `node tools/browser/main.ts`, or set CHROMIUM");
  const instance = await launch({
    executablePath: found.program,
    // The sandbox needs rights that containers do not give; the page is this repository's own.
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--force-color-profile=srgb"],
    env: { ...process.env, LD_LIBRARY_PATH: found.libraries },
  });
  return { instance, [Symbol.asyncDispose]: () => instance.close() };
}
