// The cells of the table of features: what an extension kit must have, and what it could have, each with the demands that say what becomes of it.
import type { Problem } from "../check-evidence.ts";

/** The two columns of a row. A cell without text has no demands. */
export interface Cells {
  readonly must: readonly string[];
  readonly could: readonly string[];
  /** Demands of both columns: what shows the one shows the other. */
  readonly both?: readonly string[];
}

/** By the number of the row. */
const cellsOfRows: Readonly<Record<number, Cells>> = {
  1: { must: ["handlers/types"], could: ["could/branded-types", "serving/clusters"] },
  2: { must: ["versions/metadata"], could: ["versions/metadata"], both: ["versions/metadata"] },
  3: {
    must: ["serving/clusters", "serving/releases"],
    could: ["serving/releases", "versions/before-upgrades"],
    both: ["serving/releases"],
  },
  4: { must: ["serving/paths"], could: ["could/static-discovery", "serving/ready"] },
  5: { must: ["serving/requests", "serving/large-bodies"], could: ["could/request-schemas"] },
  6: { must: ["serving/responses"], could: ["could/answers-checked"] },
  7: { must: ["handlers/results"], could: ["handlers/results"], both: ["handlers/results"] },
  8: { must: ["handlers/names", "handlers/unknown-hook"], could: ["could/generations", "serving/discovery"] },
  9: { must: ["handlers/timeouts"], could: ["could/warn-of-ignore"] },
  10: { must: ["serving/discovery"], could: ["could/static-discovery"] },
  11: { must: ["handlers/deadline"], could: ["handlers/deadline", "could/wait-to-retry"], both: ["handlers/deadline"] },
  12: { must: ["handlers/robust", "handlers/stray-errors"], could: ["could/circuit-breaker"] },
  13: { must: ["serving/concurrency", "serving/first-byte"], could: ["could/worker-threads"] },
  14: { must: ["serving/tls", "serving/authorities", "serving/http2"], could: ["could/dev-certificates"] },
  15: { must: ["serving/health", "serving/ready"], could: ["serving/ready"], both: ["serving/ready"] },
  16: { must: ["serving/metrics"], could: ["could/telemetry"] },
  17: { must: ["handlers/log"], could: ["could/recorded-requests"] },
  18: {
    must: ["topology/patches", "topology/variables-merged", "topology/selectors"],
    could: ["could/explained-patches", "could/explained-steps"],
  },
  19: { must: ["topology/validation"], could: ["could/cross-template-checks"] },
  20: { must: ["topology/typed-variables"], could: ["topology/typed-variables"], both: ["topology/typed-variables"] },
  21: { must: ["topology/schemas"], could: ["could/cel-lint", "could/variable-changes"] },
  22: { must: ["in-place/hooks", "in-place/helper"], could: ["could/in-place-conformance"] },
  23: { must: ["plans/builder"], could: ["could/plan-simulator"] },
  24: { must: ["handlers/composition", "could/feature-gates"], could: ["could/steps-by-variable"] },
  25: { must: ["handlers/settings"], could: ["could/settings-pages"] },
  26: {
    must: ["versions/request-down", "versions/response-up"],
    could: ["versions/request-down"],
    both: ["versions/request-down"],
  },
  27: {
    must: ["document/one", "document/profiles"],
    could: ["document/profiles", "calling/as-core"],
    both: ["document/profiles"],
  },
  28: { must: ["calling/as-core"], could: ["could/replay"] },
  29: {
    must: ["handlers/testing", "handlers/harnesses"],
    could: ["handlers/harnesses", "could/explained-patches"],
    both: ["handlers/harnesses"],
  },
  30: { must: ["deployment/config", "deployment/discovered-again"], could: ["could/class-snippets"] },
  31: { must: ["versions/removal", "versions/replacement"], could: ["versions/before-upgrades"] },
  32: { must: ["serving/shared-port"], could: [] },
};

/** The demands of a row, those of both columns. */
export function demandsOfRow(row: number): readonly string[] {
  const { must, could } = cellsOfRows[row] ?? { must: [], could: [] };
  return [...new Set([...must, ...could])];
}

/** Demands that are of both cells of a row and are not listed as such, or are listed and are not of both. */
export function repeatProblems(rows: Readonly<Record<number, Cells>> = cellsOfRows): Problem[] {
  return Object.entries(rows).flatMap(([row, { must, could, both = [] }]) => {
    const repeated = must.filter((id) => could.includes(id));
    const unlisted = repeated.filter((id) => !both.includes(id));
    const extra = both.filter((id) => !repeated.includes(id));
    const subject = `row ${row}`;
    return [
      ...unlisted.map((id) => ({ subject, text: `${id} is of both cells, and not listed` })),
      ...extra.map((id) => ({ subject, text: `${id} is listed, and not of both cells` })),
    ];
  });
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
