// A new project already contains what `capstan generate` would write, whatever its name.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generateProject } from "@capstan/cli/generate";
import { expect, test } from "vitest";
import { packTemplate } from "./pack-template.ts";
import { renderProject } from "./render-project.ts";
import { findPlace, writeProject } from "./write-project.ts";

test.each(["a", "my-cloud", "zz-a-name-of-thirty-eight-characters-zz"])("of %s", async (name) => {
  const root = mkdtempSync(join(tmpdir(), "create-capstan-"));
  try {
    const project = join(root, "project");
    await writeProject(
      await findPlace(project, root),
      renderProject(packTemplate("provider"), { template: "provider", name }, "1.2.3"),
    );
    // Packages of this repository are read from their sources.
    const compilerOptions = { module: "nodenext", customConditions: ["@capstan/source"] };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    mkdirSync(join(project, "node_modules"));
    symlinkSync(
      fileURLToPath(new URL("../../cli/node_modules/@capstan", import.meta.url)),
      join(project, "node_modules/@capstan"),
      "dir",
    );
    const { diagnostics, changes, unchanged } = await generateProject({ root: project, check: true });
    expect([diagnostics, changes, unchanged]).toEqual([[], [], 9]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
