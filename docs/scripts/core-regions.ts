// The table of operating-an-extension.md: how often each release of Cluster API called each hook, from the figures that `e2e runtime --write` leaves.
import { readFileSync } from "node:fs";
import { markdownTable } from "./markdown-table.ts";

/** What was counted for one release. */
interface CountedCore {
  readonly kubernetes: string;
  readonly calls: Readonly<Record<string, number>>;
}

/** The generated region of operating-an-extension.md. */
export function coreRegions(): Readonly<Record<string, string>> {
  const file = new URL("../../e2e/testdata/hook-support.json", import.meta.url);
  return { "calls by release": callTable(JSON.parse(readFileSync(file, "utf8"))) };
}

/** A row for each hook that any of the releases called, and one for the Kubernetes that each ran on. */
export function callTable(support: Readonly<Record<string, CountedCore>>): string {
  const cores = Object.values(support);
  const hooks = [...new Set(cores.flatMap(({ calls }) => Object.keys(calls)))].toSorted();
  const rows = hooks.map((hook) => [`\`${hook}\``, ...cores.map(({ calls }) => String(calls[hook] ?? "not called"))]);
  const servers = ["Kubernetes", ...cores.map(({ kubernetes }) => kubernetes.replace("v", ""))];
  const head = ["Hook", ...Object.keys(support).map((version) => version.replace("v", ""))];
  return markdownTable(head, [...rows, servers]);
}
