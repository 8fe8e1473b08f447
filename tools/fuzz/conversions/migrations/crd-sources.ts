// Where the CRDs of a provider are read: from a checkout of its repository, or else from the corpus; and which commit of the repository that is.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { MigratedProvider } from "./providers.ts";

/** The folders that may have sources. */
export interface SourceFolders {
  readonly corpus: string;
  /** The folder with checkouts, if there is one. */
  readonly from?: string | undefined;
}

/** The CRDs of a provider. */
export interface CrdSource {
  readonly files: readonly string[];
  /** Which commit was read, and where, for the table. */
  readonly read: string;
  /** What of it is not there. */
  readonly missing: readonly string[];
}

/** From a checkout, or else from the corpus; undefined for a provider that the corpus does not have, and that is not checked out. */
export function crdSource(provider: MigratedProvider, { corpus, from }: SourceFolders): CrdSource | undefined {
  const checkout = checkoutOf(provider.repository, from);
  if (checkout !== undefined) {
    const read = `at ${commitOf(checkout)} in ${checkout}`;
    return present({ files: provider.crds.map((file) => join(checkout, file)), read });
  }
  if (!provider.inCorpus) return undefined;
  const table = join(corpus, "SOURCES.tsv");
  if (!existsSync(table)) return { files: [], read: "not read", missing: [`${table}, the table of the corpus`] };
  const rows = rowsOf(table).filter(({ repository }) => repository === provider.repository);
  const found = provider.crds.map((crd) => rows.find(({ path }) => path === crd) ?? { file: crd, commit: undefined });
  const commits = new Set(found.flatMap(({ commit }) => (commit === undefined ? [] : [shortened(commit)])));
  const read = commits.size === 0 ? "not read" : `at ${[...commits].join(" and ")} in the corpus`;
  return present({ files: found.map(({ file }) => join(corpus, file)), read });
}

/** The folder of a repository's checkout, under the repository's own name. */
export function checkoutOf(repository: string, from: string | undefined): string | undefined {
  const folder = join(from ?? "", basename(repository));
  return from !== undefined && existsSync(folder) ? folder : undefined;
}

function present(source: Omit<CrdSource, "missing">): CrdSource {
  return { ...source, missing: source.files.filter((file) => !existsSync(file)) };
}

interface CorpusRow {
  /** The file in the corpus. */
  readonly file: string;
  readonly repository: string;
  readonly commit: string;
  /** The place in the repository. */
  readonly path: string;
}

function rowsOf(table: string): readonly CorpusRow[] {
  return readFileSync(table, "utf8")
    .split("\n")
    .map((line) => {
      const [file = "", repository = "", commit = "", path = ""] = line.split("\t");
      return { file, repository, commit, path };
    });
}

const shortCommit = 9;

function shortened(commit: string): string {
  return commit.slice(0, shortCommit);
}

/** The commit that is checked out, with a mark when files differ from it. */
function commitOf(folder: string): string {
  // Git would answer for a repository around the folder.
  if (!existsSync(join(folder, ".git"))) return "an unknown commit";
  const args = ["describe", "--always", "--dirty=, with changes", "--exclude=*", `--abbrev=${shortCommit}`];
  return execFileSync("git", args, { cwd: folder, encoding: "utf8" }).trim();
}
