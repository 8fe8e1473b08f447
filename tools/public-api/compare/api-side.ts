// All committed reports of one tree: one side of a comparison. Entries are those that have a report, whatever the manifests
// of that tree say.
import { posix } from "node:path";
import { workspacePackages, type WorkspacePackage } from "../packages.ts";
import type { Tree } from "../tree.ts";
import { isReport } from "../report/report-text.ts";
import { readApiModule, type ApiModule } from "./api-module.ts";

/** A report of a side. */
export interface ApiEntry {
  readonly owner: WorkspacePackage;
  /** As in `exports`: "." or "./testing". */
  readonly subpath: string;
  /** Whether there are declarations in it. */
  readonly readable: boolean;
  readonly module: ApiModule;
}

/** The reports of one tree, by what users import. */
export interface ApiSide {
  readonly entries: ReadonlyMap<string, ApiEntry>;
  /** Every package of the workspace, published or not. */
  readonly packages: readonly WorkspacePackage[];
}

/** Reads the reports of a tree. */
export function readSide(tree: Tree): ApiSide {
  const packages = workspacePackages(tree);
  const entries = packages
    .filter((owner) => owner.published)
    .flatMap((owner) =>
      tree.find(`${owner.folder}/api/**/*.api.md`).map((path): [string, ApiEntry] => {
        const name = posix.relative(`${owner.folder}/api`, path).replace(/\.api\.md$/, "");
        const id = name === "index" ? owner.name : `${owner.name}/${name}`;
        const text = tree.read(path) ?? "";
        const subpath = name === "index" ? "." : `./${name}`;
        return [id, { owner, subpath, readable: isReport(text), module: readApiModule(id, text) }];
      }),
    );
  return { entries: new Map(entries), packages };
}
