// Publishes packed tarballs through `changeset publish` (which starts pnpm for each), then asks the registry what is really there.
import { setTimeout as delay } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { publishedIn } from "./registry.ts";
import { publishedPackages, tryTool, type Repository } from "./repository.ts";

/** What is published, and how. */
export interface Publication {
  readonly version: string;
  /** The folder that packUnpublished has filled. */
  readonly folder: string;
  readonly otp?: string | undefined;
  /** What to do when only a part went out. */
  readonly again: string;
}

const patienceMs = 60_000;

/** Publishes; throws with what went out and what did not. Returns how many packages the registry has in this version. */
export async function publishPacked(repository: Repository, publication: Publication): Promise<number> {
  const { version, folder, otp, again } = publication;
  const password = otp === undefined ? [] : ["--otp", otp];
  const from = ["--from-pack-dir", folder, "--no-git-tag"];
  const { code, output } = await tryTool(repository, "changeset", "publish", ...from, ...password);
  const names = publishedPackages(repository).map(({ manifest }) => manifest.name);
  const there = await waitForAll(repository, { names, version, waitMs: code === 0 ? patienceMs : 0 });
  if (code === 0 && there.length === names.length) return names.length;
  const missing = names.filter((name) => !there.includes(name));
  const list = (some: readonly string[]): string => (some.length === 0 ? "none" : some.join(", "));
  throw new Error(
    [
      `published in version ${version}: ${list(there)}`,
      `not published: ${list(missing)}`,
      again,
      `changeset publish ended with ${code}:`,
      stripVTControlCharacters(output).trim().slice(-3000),
    ].join("\n"),
  );
}

interface Wait {
  readonly names: readonly string[];
  readonly version: string;
  readonly waitMs: number;
}

/** A registry may show a package some seconds after it took it. */
async function waitForAll(repository: Repository, { names, version, waitMs }: Wait): Promise<string[]> {
  const until = Date.now() + waitMs;
  for (;;) {
    const there = await publishedIn(repository, names, version);
    if (there.length === names.length || Date.now() >= until) return there;
    await delay(2000);
  }
}
