// `api-report --changesets`: does the change in the working tree come with the changesets it needs? Reads committed reports
// and changesets only, so it needs no build; that the reports are right is `api-report --check`.
import { CapstanError } from "@capstan/kube";
import { readSide, type ApiSide } from "../compare/api-side.ts";
import { compareReports } from "../compare/compare-reports.ts";
import { workspacePackages } from "../packages.ts";
import { commitTree, workingTree } from "../tree.ts";
import { findBase } from "./base.ts";
import { allChangesets, changesetConfig } from "./changesets.ts";
import { changeLines, needLines } from "./messages.ts";
import { isMet, needsOf } from "./needs.ts";

/** How the check ended, and what to print. */
export interface ChangesetCheck {
  readonly outcome: "passed" | "failed" | "skipped";
  readonly lines: readonly string[];
}

/** Checks the working tree; throws when history or files that it needs are missing or cannot be read. */
export function checkChangesets(root: string, asked?: string): ChangesetCheck {
  const now = workingTree(root);
  const base = findBase({ root, branch: changesetConfig(now).baseBranch, asked });
  if (base.kind === "unknown") return { outcome: "skipped", lines: [`not compared: ${base.words}`] };
  if (base.kind === "first") return { outcome: "passed", lines: [`nothing to compare with: ${base.words}`] };
  const old = commitTree(root, base.commit);
  const sides = { root, old: readSide(old), new: readSide(now) };
  unknownPackages(now);
  const first = sides.old.entries.size === 0;
  const changes = first ? [] : compareReports(withReports(sides));
  const needs = needsOf({ root, commit: base.commit, old, now }, changes);
  const open = needs.filter((need) => !isMet(need));
  const lines = [
    `compared with ${base.words}`,
    ...(first ? [`names are not compared: ${base.words} has no reports of the public API yet`] : []),
    ...changes.flatMap((change) => changeLines(change)),
    ...open.flatMap((need) => ["", ...needLines(need)]),
    ...(open.length > 0 ? [] : [closingLine(changes.length, needs.length)]),
  ];
  return { outcome: open.length > 0 ? "failed" : "passed", lines };
}

function closingLine(names: number, packages: number): string {
  if (packages === 0) return "no published package changed";
  return `${names} names of the public API and ${packages} packages changed; the new changesets cover them`;
}

/** A file that is not a report (after a wrong merge, for example) would read as an API without names. */
function withReports<Sides extends { readonly new: ApiSide }>(sides: Sides): Sides {
  const broken = [...sides.new.entries.values()].find(({ readable }) => !readable);
  if (broken !== undefined)
    throw new CapstanError("public-api/report", `the report of ${broken.module.id} cannot be read`, {
      help: "run `npx --yes pnpm@12.21.0 run api-report`",
    });
  return sides;
}

/** All changesets that wait are read, not only the new ones: on the main branch an earlier commit may have brought them. */
function unknownPackages(now: ReturnType<typeof workingTree>): void {
  const names = new Set(
    workspacePackages(now)
      .filter((one) => one.published)
      .map((one) => one.name),
  );
  for (const { path, releases } of allChangesets(now)) {
    const unknown = releases.find(({ name }) => !names.has(name));
    if (unknown !== undefined)
      throw new CapstanError("public-api/changeset", `${path} names ${unknown.name}, which is no published package`, {
        help: `name one of ${[...names].join(", ")}`,
      });
  }
}
