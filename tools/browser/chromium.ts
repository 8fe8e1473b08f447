// Chromium for tests of pages: the one that `pnpm run browser` has put into Capstan's cache, or the one that CHROMIUM names.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { launch, type Browser } from "puppeteer-core";
import { folder, libraryFolders, program } from "./installation.ts";

/** A browser that runs. */
export interface RunningBrowser extends AsyncDisposable {
  readonly instance: Browser;
}

/** The program and the folders of its libraries; undefined when there is none. */
export function findChromium(): { readonly program: string; readonly libraries: string } | undefined {
  const named = process.env["CHROMIUM"];
  if (named !== undefined) return { program: named, libraries: "" };
  const unpacked = join(folder, program);
  return existsSync(unpacked) ? { program: unpacked, libraries: libraryFolders(folder) } : undefined;
}

/** Starts it without a window. */
export async function startBrowser(): Promise<RunningBrowser> {
  const found = findChromium();
  if (found === undefined) throw new Error("there is no Chromium: run `pnpm run browser`, or set CHROMIUM");
  const instance = await launch({
    executablePath: found.program,
    // The sandbox needs rights that containers do not give; the page is this repository's own.
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--force-color-profile=srgb"],
    env: { ...process.env, LD_LIBRARY_PATH: found.libraries },
  });
  return { instance, [Symbol.asyncDispose]: () => instance.close() };
}
