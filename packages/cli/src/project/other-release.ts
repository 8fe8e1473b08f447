// Files in the folders of a release that are no part of it: an earlier bundle has written them, for a program or a template that the project no longer has.
import { readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { diagnose, type Diagnostic } from "@capstan/kube";
import { cliDiagnostics } from "../cli-errors.ts";

/** The names of the files of releases. */
const releaseFile =
  /^(?:(?:[-a-z0-9]+-components|metadata|extension-config|cluster-template(?:-[-a-z0-9.]+)?|clusterclass-[-a-z0-9.]+)\.yaml|variables\.md)$/;

/** How many files the message names. */
const namedFiles = 5;

/** A warning about them. The folder `cwd` is the one that paths are relative to, and `shown` its name. */
export function otherReleaseFiles(paths: readonly string[], cwd: string, shown: string): readonly Diagnostic[] {
  const own = new Set(paths.map(normalize));
  const others = [...new Set(paths.map((path) => dirname(path)))].flatMap((folder) =>
    readdirSync(join(cwd, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile() && releaseFile.test(entry.name))
      .map(({ name }) => join(folder, name))
      .filter((path) => !own.has(path)),
  );
  if (others.length === 0) return [];
  const named = others
    .toSorted()
    .slice(0, namedFiles)
    .map((path) => join(shown, path));
  const more = others.length > named.length ? [`and ${others.length - named.length} more`] : [];
  const files = [...named, ...more].join(", ");
  return [diagnose(cliDiagnostics, "bundle/other-files", { values: { files } })];
}
