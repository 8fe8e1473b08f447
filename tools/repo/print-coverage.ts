// `pnpm run coverage:tests`, second half: the coverage that vitest wrote, by package.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "./run-command.ts";

interface Counted {
  readonly total: number;
  readonly covered: number;
}

type FileCoverage = Readonly<Record<"lines" | "branches" | "functions", Counted>>;

const kinds = ["lines", "branches", "functions"] as const;
const summary = JSON.parse(readFileSync(join(root, "coverage/coverage-summary.json"), "utf8")) as Readonly<
  Record<string, FileCoverage>
>;

const byPackage = Object.groupBy(Object.entries(summary), ([file]) =>
  file === "total" ? "all" : relative(root, file).split("/").slice(0, 2).join("/"),
);

function percent(files: readonly FileCoverage[], kind: (typeof kinds)[number]): string {
  const sum = (count: keyof Counted): number => files.reduce((all, file) => all + file[kind][count], 0);
  return sum("total") === 0 ? "-" : `${((100 * sum("covered")) / sum("total")).toFixed(1)} %`;
}

console.log(["package".padEnd(32), ...kinds.map((kind) => kind.padStart(10))].join(""));
for (const [name, files = []] of Object.entries(byPackage).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
  const coverage = files.map(([, file]) => file);
  console.log([name.padEnd(32), ...kinds.map((kind) => percent(coverage, kind).padStart(10))].join(""));
}
