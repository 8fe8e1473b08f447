// `api-report` without `--changesets`: writes the reports of the packages named, or compares them with the files. It is
// also each package's task `api:check`, so it must do with one package what it does with all.
import { relative, resolve } from "node:path";
import { CapstanError } from "@capstan/kube";
import { workspacePackages, workspaceRoot, type WorkspacePackage } from "../packages.ts";
import { workingTree } from "../tree.ts";
import { reportChanges, writeReports } from "./report-files.ts";

/** What to do. */
export interface ReportsInput {
  readonly cwd: string;
  /** Folders of packages, from `cwd`; none means all. */
  readonly folders: readonly string[];
  readonly check: boolean;
}

/** Exit code 0, or 3 when `check` found a report that differs. */
export function reportsCommand(input: ReportsInput, print: (line: string) => void = console.log): number {
  const root = workspaceRoot(resolve(input.cwd));
  const owners = chosen(root, input);
  const changes = reportChanges(root, owners);
  const entries = owners.reduce((sum, owner) => sum + owner.entries.length, 0);
  if (changes.length === 0) {
    print(`${entries} reports of ${owners.length} packages, none differs`);
    return 0;
  }
  if (!input.check) {
    writeReports(root, changes);
    for (const { path, change } of changes) print(`${change === "removed" ? "removed" : "written"}: ${path}`);
    return 0;
  }
  for (const { diff } of changes) print(`${diff}\n`);
  print(
    `${changes.length} ${changes.length === 1 ? "report differs" : "reports differ"} from what the packages export`,
  );
  print(
    "help: if you changed exports on purpose, run `npx --yes pnpm@12.21.0 run api-report`, look at its diff and commit it",
  );
  return 3;
}

function chosen(root: string, { cwd, folders }: ReportsInput): WorkspacePackage[] {
  const published = workspacePackages(workingTree(root)).filter((owner) => owner.published);
  if (folders.length === 0) return published.filter((owner) => owner.entries.length > 0);
  return folders.map((folder) => {
    const path = relative(root, resolve(cwd, folder)).replaceAll("\\", "/");
    const owner = published.find((candidate) => candidate.folder === path);
    if (owner === undefined)
      throw new CapstanError("public-api/no-package", `${folder} is not the folder of a published package`, {
        help: `name one of ${published.map((candidate) => candidate.folder).join(", ")}`,
      });
    return owner;
  });
}
