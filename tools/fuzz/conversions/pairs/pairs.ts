// The table of hard pairs: each is accepted and its generated tests pass, or it is rejected for the right reason. What is accepted compiles.
import { fileURLToPath } from "node:url";
import { formatDiagnostic } from "@capstan/kube";
import { emitSource, type Emitted } from "../emitted.ts";
import { loadProofs } from "../proofs/load-proofs.ts";
import { failedProofs, type ProofRuns } from "../proofs/run-proofs.ts";
import type { Outcome, Part, Settings } from "../part.ts";
import { compileProblems } from "./compile.ts";
import { hardPairs, type HardPair } from "./pair-table.ts";

/** As many objects for a generated test as its author's `npm test` has, at least. */
const leastRuns = 100;

/** The table. */
export const pairs: Part = {
  name: "pairs",
  async run({ runs, seed, only }: Settings) {
    const chosen = hardPairs.filter(({ name }) => name.includes(only));
    const made = chosen.map((pair) => ({ pair, emitted: emitSource(sourceOf(pair)) }));
    const compiled = made.filter(({ pair }) => isAccepted(pair)).map(({ emitted }) => fileURLToPath(emitted.folder));
    const problems = await compileProblems(compiled);
    const outcomes: Outcome[] = [];
    for (const { pair, emitted } of made) {
      const failures = await failuresOf(pair, emitted, { runs: Math.max(leastRuns, runs / 10), seed });
      const folder = fileURLToPath(emitted.folder);
      const own = problems.filter((line) =>
        folder.includes(line.split("/").find((step) => step.startsWith("emitted-")) ?? "?"),
      );
      outcomes.push({ group: pair.name, cases: 1, failures: [...failures, ...own], note: wantOf(pair) });
    }
    return outcomes;
  },
};

function isAccepted({ want }: HardPair): boolean {
  return typeof want !== "string" || want === "proved";
}

function wantOf({ want }: HardPair): string {
  if (typeof want !== "string") return `its tests fail: ${want.fails}`;
  return want === "proved" ? want : `rejected: ${want}`;
}

async function failuresOf({ want }: HardPair, emitted: Emitted, runs: ProofRuns): Promise<string[]> {
  const errors = emitted.diagnostics.filter(({ severity }) => severity === "error");
  const texts = errors.map((error) => formatDiagnostic(error));
  if (typeof want === "string" && want !== "proved") {
    const hasCode = errors.length > 0 && errors.every(({ code }) => code === want);
    return hasCode ? [] : [`it should be rejected with ${want} alone, and it is ${texts.join("\n") || "accepted"}`];
  }
  if (errors.length > 0) return [`it should be accepted: ${texts.join("\n")}`];
  const file = emitted.files.find((name) => name.endsWith(".test.ts"));
  if (file === undefined) return ["there are no generated tests"];
  const suites = await loadProofs(new URL(file, emitted.folder));
  const failed = [...failedProofs(suites, runs)];
  if (typeof want === "string") return failed.map(({ proof, message }) => `${proof}: ${message}`);
  const isRight = failed.some(({ message }) => message.includes(want.fails));
  return isRight
    ? []
    : [`its tests should fail with "${want.fails}": ${failed.map(({ message }) => message).join("\n") || "they pass"}`];
}

/** A module with the definitions of a pair. */
function sourceOf({ rules, ...versions }: HardPair): string {
  // A doc comment stands on a line of its own.
  const [older, newer] = [versions.older, versions.newer].map((body) => body.replaceAll(/\/\*\*.*?\*\//gs, "\n$&\n"));
  return `
import type { SeverityCondition } from "@capstan/contract/conditions";
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Condition, Duration, Int32, Int64, KubeObject, Quantity, Resource } from "@capstan/kube";

export interface Older extends KubeObject<"g.io/v1", "Foo"> { ${older} }
export const Older: Resource<Older> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });
export interface Newer extends KubeObject<"g.io/v2", "Foo"> { ${newer} }
export const Newer: Resource<Newer> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });
export const foo: Conversion<Older, Newer> = defineConversion({ ${rules} });
`;
}
