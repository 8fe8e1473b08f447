// `node scripts/main.ts [--check]`: fills the generated regions of pages and READMEs from the tables that code reads, and draws pictures;
// with --check it writes nothing and exits 3 when one is behind them.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { lineDiff } from "@capstan/generator-model/files";
import { annotationsRegions } from "./annotations-regions.ts";
import { contractsRegions } from "./contracts-regions.ts";
import { coreRegions } from "./core-regions.ts";
import { devRegions } from "./dev-regions.ts";
import { commandRegions, extensionFlagRegions, providerFlagRegions, scaffoldRegions } from "./help-regions.ts";
import { jsonOutputRegions } from "./json-output-regions.ts";
import { hookRegions } from "./hook-regions.ts";
import { layerRegions } from "./layer-regions.ts";
import { packageRegions } from "./package-regions.ts";
import { pathRegions } from "./path-regions.ts";
import { drawLifeCycle } from "./pictures/draw-life-cycle.ts";
import { lifeCycles } from "./pictures/life-cycles.ts";
import { fillRegions } from "./regions.ts";

/** Every page with generated regions, by its path from the root of the repository. */
const pages: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
  "docs/annotations.md": annotationsRegions,
  "docs/contracts.md": contractsRegions,
  "docs/dev.md": devRegions,
  "docs/hook-lifecycle.md": hookRegions,
  "docs/json-output.md": jsonOutputRegions,
  "docs/operating-an-extension.md": coreRegions,
  "docs/architecture.md": () => ({ ...packageRegions(), ...layerRegions(), ...pathRegions() }),
  "packages/cli/README.md": commandRegions,
  "packages/controller-kit/README.md": providerFlagRegions,
  "packages/create-capstan/README.md": scaffoldRegions,
  "packages/extension-kit/README.md": extensionFlagRegions,
};

/** Every picture that is drawn. */
const pictures = lifeCycles.map(
  (cycle) => [`docs/images/hooks/${cycle.name}.svg`, () => drawLifeCycle(cycle)] as const,
);

/** Every file, with what it must be, given what it is. */
const files: readonly (readonly [name: string, make: (before: string) => string])[] = [
  ...Object.entries(pages).map(([name, regions]) => [name, (page: string) => fillRegions(page, regions())] as const),
  ...pictures,
];

const check = process.argv.includes("--check");
for (const [name, make] of files) {
  const file = new URL(`../../${name}`, import.meta.url);
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  const after = make(before);
  if (after === before) continue;
  if (check) {
    console.error(
      `${name} is behind the tables; \`npx --yes pnpm@12.21.0 run generate\` writes it:\n${lineDiff(before, after)}`,
    );
    process.exitCode = 3;
  } else {
    writeFileSync(file, after);
    console.log(`${name} written`);
  }
}
