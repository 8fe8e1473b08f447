// What a release writes down: its notes, and a report for programs. Both are written beside their place and moved there whole.
import { join, resolve } from "node:path";
import { writeWhole } from "@capstan/repo";
import { releaseFolder } from "./release-names.ts";
import type { Release } from "./release-state.ts";

/** Writes the release notes. */
export async function writeNotes(release: Release): Promise<string> {
  const { repository, version, pending } = release;
  release.notesFile = join(releaseFolder(repository.root, version), "notes.md");
  writeWhole(release.notesFile, `# ${version}\n\n${pending.notes}`);
  return release.notesFile;
}

/** Writes the report that `--json` asks for; also after a failure, with what is known. */
export async function writeReport(release: Release): Promise<string> {
  const { options, version, pending, published, tags, notesFile, tarballs } = release;
  const file = resolve(options.json ?? "");
  const report = {
    kind: pending.kind,
    version,
    published,
    tags,
    notes: notesFile,
    packages: tarballs.map(({ manifest, file: tarball, size, files }) => ({
      name: manifest.name,
      tarball,
      size,
      files,
    })),
  };
  writeWhole(file, `${JSON.stringify(report, undefined, 2)}\n`);
  return file;
}
