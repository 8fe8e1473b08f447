// How many lines examples/provider-http has, and its peer in Go, and whether the README of the example says so. Lines are those that are not empty: in both languages comments declare parts of the API.
import { findFiles, readSource } from "../source/files.ts";

const readme = "examples/provider-http/README.md";
const here = "examples/provider-http/src/";
const there = "tools/peers/provider-http/";

/** What is counted together. The clients of the cloud, tests, and generated files are not. */
const parts: readonly { readonly what: string; readonly here: readonly string[]; readonly there: readonly string[] }[] =
  [
    {
      what: "controllers",
      here: ["controllers/*.ts"],
      there: ["internal/controller/*_controller.go", "internal/controller/results.go"],
    },
    { what: "the account of a cluster", here: ["account-of.ts"], there: ["internal/controller/account.go"] },
    { what: "the guard against double servers", here: ["once-calls.ts"], there: ["internal/once/*.go"] },
    { what: "webhooks", here: ["webhooks.ts"], there: ["internal/webhook/v1beta1/*.go"] },
    { what: "main", here: ["{main,provider,kit}.ts"], there: ["main.go"] },
    { what: "API types", here: ["api/v1beta1/*.ts"], there: ["api/v1beta1/{http*_types,groupversion_info}.go"] },
  ];

/** The rows of the README's table that are not as the files are now: what each has to be. */
export function staleLinesBesideGo(): { value: number; places: string[] } {
  const counted = parts.map(({ what, ...part }) => ({
    what,
    here: linesOf(here, part.here),
    there: linesOf(there, part.there),
  }));
  const all = {
    what: "all of these",
    here: sum(counted.map((row) => row.here)),
    there: sum(counted.map((row) => row.there)),
  };
  const shown = new Set(readSource(readme).split("\n").map(cellsOf));
  const rows = [...counted, all].map((row) => `| ${row.what} | ${row.here} | ${withComma(row.there)} |`);
  const places = rows.filter((row) => !shown.has(cellsOf(row))).map((row) => `${readme}: ${row}`);
  return { value: places.length, places };
}

function linesOf(folder: string, globs: readonly string[]): number {
  const files = findFiles(...globs.map((glob) => folder + glob));
  return sum(
    files.map(
      (file) =>
        readSource(file)
          .split("\n")
          .filter((line) => line.trim() !== "").length,
    ),
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function withComma(value: number): string {
  return value.toLocaleString("en-US");
}

/** A row of a table without the blanks that align its columns. */
function cellsOf(row: string): string {
  return row
    .split("|")
    .map((cell) => cell.trim())
    .join("|");
}
