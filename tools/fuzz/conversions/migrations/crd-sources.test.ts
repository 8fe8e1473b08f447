// Which commits the table of migrations names, and what is missing.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { crdSource } from "./crd-sources.ts";
import type { MigratedProvider } from "./providers.ts";

const provider: MigratedProvider = {
  name: "foo",
  repository: "owner/provider-foo",
  commit: "1".repeat(40),
  inCorpus: true,
  crds: ["config/a.yaml", "config/b.yaml"],
  go: [],
};

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "sources-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, content = ""): void {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), content);
}

function git(...args: readonly string[]): string {
  const own = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
  return execFileSync("git", [...own, ...args], { cwd: join(folder, "provider-foo"), encoding: "utf8" }).trim();
}

test("without the corpus, its table is missing for the providers that it has", () => {
  const corpus = join(folder, "corpus");
  const missing = [`${join(corpus, "SOURCES.tsv")}, the table of the corpus`];
  expect(crdSource(provider, { corpus })).toEqual({ files: [], read: "not read", missing });
  expect(crdSource({ ...provider, inCorpus: false }, { corpus })).toBeUndefined();
});

test("of the corpus the commit of its table is read, and files that it lacks are missing", () => {
  const commit = "2".repeat(40);
  write(
    "corpus/SOURCES.tsv",
    `file\trepository\tcommit\tpath\nfoo/a.yaml\t${provider.repository}\t${commit}\tconfig/a.yaml\n`,
  );
  write("corpus/foo/a.yaml");
  const corpus = join(folder, "corpus");
  expect(crdSource(provider, { corpus, from: join(folder, "none") })).toEqual({
    files: [join(corpus, "foo/a.yaml"), join(corpus, "config/b.yaml")],
    read: "at 222222222 in the corpus",
    missing: [join(corpus, "config/b.yaml")],
  });
});

test("of a checkout the commit is read that is checked out, and whether files differ from it", () => {
  for (const file of provider.crds) write(`provider-foo/${file}`);
  const folders = { corpus: join(folder, "corpus"), from: folder };
  const checkout = join(folder, "provider-foo");
  const read = (): string | undefined => crdSource(provider, folders)?.read;
  expect(read()).toBe(`at an unknown commit in ${checkout}`);
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "first");
  git("tag", "v1");
  const commit = git("rev-parse", "HEAD").slice(0, 9);
  expect(read()).toBe(`at ${commit} in ${checkout}`);
  write("provider-foo/config/a.yaml", "changed");
  expect(read()).toBe(`at ${commit}, with changes in ${checkout}`);
  expect(crdSource(provider, folders)?.missing).toEqual([]);
});
