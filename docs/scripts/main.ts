// `node scripts/main.ts [--check]`: fills the generated regions of the pages in this folder from the tables that code reads;
// with --check it writes nothing and exits 3 when a page is behind them.
import { readFileSync, writeFileSync } from "node:fs";
import { lineDiff } from "@capstan/generator-model";
import { annotationsRegions } from "./annotations-regions.ts";
import { contractsRegions } from "./contracts-regions.ts";
import { fillRegions } from "./regions.ts";

const pages: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
  "annotations.md": annotationsRegions,
  "contracts.md": contractsRegions,
};

const check = process.argv.includes("--check");
for (const [name, regions] of Object.entries(pages)) {
  const file = new URL(`../${name}`, import.meta.url);
  const before = readFileSync(file, "utf8");
  const after = fillRegions(before, regions());
  if (after === before) continue;
  if (check) {
    console.error(`docs/${name} is behind the tables; run this without --check:\n${lineDiff(before, after)}`);
    process.exitCode = 3;
  } else {
    writeFileSync(file, after);
    console.log(`docs/${name} written`);
  }
}
