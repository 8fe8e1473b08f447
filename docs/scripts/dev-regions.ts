// The tables of the page about `capstan dev`: its options from `--help`, and the keys of its screen from the table that the screen reads.
import { readFileSync } from "node:fs";
import { devOptionRows } from "./help-regions.ts";
import { markdownTable } from "./markdown-table.ts";

/** The generated regions of dev.md. */
export function devRegions(): Readonly<Record<string, string>> {
  const table = readFileSync(new URL("../../packages/cli/src/dev/live/key-table.ts", import.meta.url), "utf8");
  return {
    options: markdownTable(["Option", "What it does"], devOptionRows()),
    keys: markdownTable(["Key", "What it does"], keyRows(table)),
  };
}

/** The keys in the source of their table that have a help, and the help. */
export function keyRows(source: string): readonly (readonly string[])[] {
  const [, ...rows] = source.split("{ action: ");
  return rows.flatMap((row) => {
    const [shown, help] = ["shown", "help"].map((field) => new RegExp(`\\b${field}: "([^"]+)"`).exec(row)?.[1]);
    return shown === undefined || help === undefined ? [] : [[keyNames(shown), help]];
  });
}

function keyNames(shown: string): string {
  return shown
    .split(", ")
    .map((key) => `\`${key}\``)
    .join(" ");
}
