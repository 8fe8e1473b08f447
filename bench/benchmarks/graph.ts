// The task graph of this repository: what twelve edits make run again, and how long `check` takes after each.
import { coldLimit, measureGraph, type EditResult, type GraphFigures } from "@capstan/tool-graph/bench";
import type { Measurement } from "../src/measurement.ts";

const how =
  "A line is added to a file of a copy of the tree whose tasks all have kept results, and `check` runs. Must run: told by tsc's list of " +
  "the files of each package's program and rules on what is built, packed and shown, not by turbo.";

function row({ name, must, ran, seconds, limit }: EditResult): string {
  const time = seconds === undefined ? "" : `${seconds.toFixed(0)} s`;
  return `| ${name} | ${must} | ${ran} | ${time} | ${seconds === undefined ? "" : `${limit} s`} |`;
}

function table({ cold, edits }: GraphFigures): string {
  const first = cold === undefined ? [] : [`| nothing kept | | | ${cold.toFixed(0)} s | ${coldLimit} s |`];
  const head = ["| edit | must run | ran | time | limit |", "| --- | ---: | ---: | ---: | ---: |"];
  return ["### graph", "", how, "", ...head, ...edits.map(row), ...first, ""].join("\n");
}

function misses({ cold, edits }: GraphFigures): string[] {
  const late = (name: string, seconds = 0, limit = Number.POSITIVE_INFINITY): string[] =>
    seconds > limit ? [`${name}: check took ${seconds.toFixed(0)} s of ${limit} s`] : [];
  return [
    ...late("nothing kept", cold, coldLimit),
    ...edits.flatMap(({ name, needless, missing, seconds, limit, failure }) => [
      ...(failure === undefined ? [] : [`${name}: check failed:\n${failure}`]),
      ...needless.map((id) => `${name}: ${id} ran and need not`),
      ...missing.map((id) => `${name}: ${id} should have run`),
      ...late(name, seconds, limit),
    ]),
  ];
}

/** Tasks and time of typical edits. */
export const graph: Measurement = {
  name: "graph",
  run: async ({ short }) => {
    const figures = await measureGraph(short);
    return { table: table(figures), missed: misses(figures), figures };
  },
};
