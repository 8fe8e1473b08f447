// Projects as a newcomer has them: scaffolded by the packed create-capstan, installed by npm from packed tarballs.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mustRun } from "@capstan/repo";
import { packAll, type Tarballs, writeStarter } from "@capstan/tool-packed-samples";

/** One project. */
export class StarterProject {
  readonly root: string;
  readonly #edited = new Map<string, string>();

  constructor(root: string) {
    this.root = root;
  }

  /** The kubeconfig of the control plane of dev. */
  get kubeconfig(): string {
    return join(this.root, ".capstan/dev/kubeconfig");
  }

  /** Saves a file with a piece of it replaced; what it was before is kept. */
  replace(file: string, before: string, after: string): void {
    const content = this.#content(file);
    if (!content.includes(before)) throw new Error(`${file} has no ${before}`);
    this.#save(file, content.replace(before, after));
  }

  /** Saves a file with a piece before all others. */
  prepend(file: string, piece: string): void {
    this.#save(file, piece + this.#content(file));
  }

  /** Saves all files as they were at first. */
  restore(): void {
    for (const [file, content] of this.#edited) writeFileSync(join(this.root, file), content);
    this.#edited.clear();
  }

  #content(file: string): string {
    return readFileSync(join(this.root, file), "utf8");
  }

  #save(file: string, content: string): void {
    if (!this.#edited.has(file)) this.#edited.set(file, this.#content(file));
    writeFileSync(join(this.root, file), content);
  }
}

/** Builds and packs all packages into a folder. */
export async function packForUsers(folder: string): Promise<Tarballs> {
  await mustRun(["pnpm", "run", "build"]);
  return packAll(folder);
}

/** Scaffolds a project, and installs what it depends on. */
export async function newStarter(root: string, type: string, tarballs: Tarballs): Promise<StarterProject> {
  await writeStarter(root, type, tarballs);
  const flags = ["--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];
  await mustRun(["npm", "install", ...flags], { cwd: root });
  return new StarterProject(root);
}
