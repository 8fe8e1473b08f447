// `capstan generate`: once, as a check, or on every change until Ctrl-C.
// Loaded by program.ts; the work is generate/generate-project.ts, which programs call too.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { hasErrors } from "@capstan/kube";
import { ProjectGenerator, type GenerateResult } from "../generate/generate-project.ts";
import { sourceFolder } from "../generate/find-sources.ts";
import type { Outcome } from "../outcome.ts";
import { printOutcome, type Format } from "../output/print-outcome.ts";
import { usageError, type Values } from "../program.ts";
import { findProject } from "../project/find-project.ts";
import { watchFolder } from "../project/watch-folder.ts";
import type { Terminal } from "../terminal.ts";

/** Generates. */
export async function run(values: Values, terminal: Terminal): Promise<Outcome> {
  const check = values["check"] === true;
  if (check && values["watch"] === true) throw usageError("--check and --watch exclude each other");
  const { root } = await findProject(terminal.cwd);
  const generator = new ProjectGenerator(root);
  if (values["watch"] !== true) return outcomeOf(await generator.generate({ check }), check);
  const folder = join(root, sourceFolder);
  const changes = watchFolder(folder, terminal.signal);
  const format = values["format"] as Format;
  const first = outcomeOf(await generator.generate(), false);
  if (!existsSync(folder)) return first;
  printOutcome(first, format, terminal);
  for await (const changed of changes) {
    printOutcome(outcomeOf(await generator.generate({ changed }), false), format, terminal);
  }
  return { lookedAt: `stopped watching ${sourceFolder}`, diagnostics: [] };
}

/** A generation as an outcome. */
export function outcomeOf({ diagnostics, changes, unchanged, sources }: GenerateResult, check: boolean): Outcome {
  const lookedAt = `looked at ${sources} file${sources === 1 ? "" : "s"} in ${sourceFolder}`;
  return {
    lookedAt,
    diagnostics,
    changes,
    unchanged,
    check,
    next: nextStep(hasErrors(diagnostics), check && changes.length > 0),
  };
}

function nextStep(failed: boolean, drifted: boolean): string {
  if (failed) return "capstan explain <code>";
  return drifted ? "capstan generate" : "capstan dev";
}
