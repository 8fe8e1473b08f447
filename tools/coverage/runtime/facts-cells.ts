// The cells of the table of features: what an extension kit must have, and what it could have, each with the demands that say what becomes of it.
import type { Problem } from "../check-evidence.ts";

/** The two columns of a row. A cell without text has no demands. */
interface Cells {
  readonly must: readonly string[];
  readonly could: readonly string[];
}

/** By the number of the row. */
const cellsOfRows: Readonly<Record<number, Cells>> = {
  1: { must: ["handlers/types"], could: ["could/branded-types", "serving/clusters"] },
  2: { must: ["versions/metadata"], could: ["versions/metadata"] },
  3: { must: ["serving/clusters", "serving/releases"], could: ["serving/releases", "versions/before-upgrades"] },
  4: { must: ["serving/paths"], could: ["could/static-discovery", "serving/ready"] },
  5: { must: ["serving/requests", "serving/large-bodies"], could: ["document/schemas"] },
  6: { must: ["serving/responses"], could: ["could/answers-checked"] },
  7: { must: ["handlers/results"], could: ["handlers/results"] },
  8: { must: ["handlers/names", "handlers/unknown-hook"], could: ["could/generations", "serving/discovery"] },
  9: { must: ["handlers/timeouts"], could: ["could/warn-of-ignore"] },
  10: { must: ["serving/discovery"], could: ["could/static-discovery"] },
  11: { must: ["handlers/deadline"], could: ["handlers/deadline"] },
  12: { must: ["handlers/robust", "handlers/stray-errors"], could: ["could/circuit-breaker"] },
  13: { must: ["serving/concurrency", "serving/first-byte"], could: ["could/worker-threads"] },
  14: { must: ["serving/tls", "serving/authorities", "serving/http2"], could: ["could/dev-certificates"] },
  15: { must: ["serving/health", "serving/ready"], could: ["serving/ready"] },
  16: { must: ["serving/metrics"], could: ["could/telemetry"] },
  17: { must: ["handlers/log"], could: ["could/recorded-requests"] },
  18: {
    must: ["topology/patches", "topology/variables-merged", "topology/selectors"],
    could: ["could/explained-patches", "could/explained-steps"],
  },
  19: { must: ["topology/validation"], could: ["could/cross-template-checks"] },
  20: { must: ["topology/typed-variables"], could: ["topology/typed-variables"] },
  21: { must: ["topology/schemas"], could: ["could/cel-lint", "could/variable-changes"] },
  22: { must: ["in-place/hooks", "in-place/helper"], could: ["could/in-place-conformance"] },
  23: { must: ["plans/builder"], could: ["could/plan-simulator"] },
  24: { must: ["handlers/composition", "could/feature-gates"], could: ["could/steps-by-variable"] },
  25: { must: ["handlers/settings"], could: ["could/settings-pages"] },
  26: { must: ["versions/request-down", "versions/response-up"], could: ["versions/request-down"] },
  27: { must: ["document/one", "document/profiles"], could: ["document/profiles", "calling/as-core"] },
  28: { must: ["calling/as-core"], could: ["could/replay"] },
  29: { must: ["handlers/testing", "handlers/harnesses"], could: ["handlers/harnesses", "could/explained-patches"] },
  30: { must: ["deployment/config", "deployment/discovered-again"], could: ["could/class-snippets"] },
  31: { must: ["versions/removal", "versions/replacement"], could: ["versions/before-upgrades"] },
  32: { must: ["serving/shared-port"], could: [] },
};

/** The demands of a row, those of both columns. */
export function demandsOfRow(row: number): readonly string[] {
  const { must, could } = cellsOfRows[row] ?? { must: [], could: [] };
  return [...new Set([...must, ...could])];
}

/** What differs between the cells and the table of the facts: a cell that has text and no demand, or a demand and no text. */
export function cellProblems(document: string, text: string): Problem[] {
  return text.split("\n").flatMap((line, index) => {
    const [, row, must = "", could = ""] = /^\| (\d+) \| [^|]* \| [^|]* \| ([^|]*) \| ([^|]*) \|$/.exec(line) ?? [];
    if (row === undefined) return [];
    const cells = cellsOfRows[Number(row)];
    const found = [
      { name: "must", cell: must, demands: cells?.must ?? [] },
      { name: "could", cell: could, demands: cells?.could ?? [] },
    ];
    return found
      .filter(({ cell, demands }) => (cell !== "–" && cell !== "") !== demands.length > 0)
      .map(({ name, demands }) => ({
        subject: `${document}:${index + 1}`,
        text: demands.length > 0 ? `the cell "${name}" has no text, but demands` : `no demand is of the cell "${name}"`,
      }));
  });
}
