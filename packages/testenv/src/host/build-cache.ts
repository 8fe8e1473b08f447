// Capstan's cache of programs, as tools/control-plane/build.ts of a checkout fills it: what another user of this computer could have put there is not taken.
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { changedFile, type ChangedPlace, ownUsers } from "./changed-by-others.ts";

/** What was built; a name without a path was not. */
export interface BuiltPaths {
  /** The file of each program, by its name. */
  readonly programs?: Readonly<Record<string, string>>;
  /** The folder of Cluster API's releases, in clusterctl's local layout. */
  readonly releases?: string;
  readonly versions?: { readonly clusterApi?: string };
}

/** A place that other users can change, so that `file` is not believed. */
export interface ForeignPlace extends ChangedPlace {
  /** The file that names what was built. */
  readonly file: string;
}

/** Which cache is opened, and what is thrown about one that other users can change. */
export interface BuildCacheOptions {
  /** CAPSTAN_CACHE is its folder. Default: ~/.cache/capstan. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly foreign: (place: ForeignPlace) => Error;
}

/** What the cache has, and whether it may be run: this user, root and the owner of the home folder that has the cache may have written it. */
export class BuildCache {
  /** The file that names what was built; the build writes it when all of that exists. */
  readonly file: string;
  /** Empty when nothing was built. */
  readonly built: BuiltPaths;
  readonly #foreign: BuildCacheOptions["foreign"];
  /** Undefined where users have no ids. */
  readonly #trusted: ReadonlySet<number> | undefined;

  /**
   * Throws what `foreign` makes when other users can change the file.
   *
   * @example
   * const cache = new BuildCache({ env: process.env, foreign: ({ place, problem }) => new Error(`${place} ${problem}`) });
   */
  constructor({ env, foreign }: BuildCacheOptions) {
    const named = env["CAPSTAN_CACHE"];
    this.file = resolve(named ?? join(homedir(), ".cache", "capstan"), "control-plane", "paths.json");
    this.#trusted = ownUsers(named === undefined ? homedir() : undefined);
    this.#foreign = foreign;
    this.built = existsSync(this.file) ? readPaths(this.trustedFile(this.file)) : {};
  }

  /** The real path of a file: the path itself may lead to another file a moment later. Throws what `foreign` makes when other users can change it. */
  trustedFile(path: string): string {
    const real = realpathSync(path);
    const changed = this.#trusted && (changedFile(path, this.#trusted) ?? changedFile(real, this.#trusted));
    if (changed !== undefined) throw this.#foreign({ file: this.file, ...changed });
    return real;
  }
}

function readPaths(file: string): BuiltPaths {
  try {
    const paths: BuiltPaths | null = JSON.parse(readFileSync(file, "utf8"));
    return paths ?? {};
  } catch {
    return {};
  }
}
