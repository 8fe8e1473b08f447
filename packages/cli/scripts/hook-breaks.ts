// The changes of hooks between releases of Cluster API that break extensions, found by the rules of @capstan/generator-hooks in the documents that upstream's own code makes (tools/peers/hooks-openapi).
import { readFileSync } from "node:fs";
import { hookCatalog } from "@capstan/api/catalog";
import { hookChanges, type HookSet, hookSetOf } from "@capstan/generator-hooks";

/** The releases whose documents there are, the oldest first. */
const releases = ["1.11", "1.12", "1.13", "1.14"] as const;

function hooksOf(release: string): HookSet {
  const file = new URL(`../../../tools/peers/hooks-openapi/documents/v${release}.json`, import.meta.url);
  return hookSetOf(JSON.parse(readFileSync(file, "utf8")), Object.values(hookCatalog));
}

/** The source of src/generated/hook-breaks.ts. */
export function hookBreaksSource(): string {
  const breaks = releases.slice(1).flatMap((release, index) => {
    const errors = hookChanges(hooksOf(releases[index] ?? ""), hooksOf(release)).filter(
      ({ severity }) => severity === "error",
    );
    const bodies = Map.groupBy(errors, ({ hook, side = "request" }) => JSON.stringify({ release, hook, side }));
    return [...bodies].map(([body, changes]) => {
      const [{ path, problem } = { path: "", problem: "" }] = changes;
      return { ...JSON.parse(body), first: `${path}: ${problem}`, count: changes.length };
    });
  });
  const known = releases.map((release) => [release, Object.keys(hooksOf(release).hooks).toSorted()]);
  return `// Generated from the documents of hooks of Cluster API's releases. Do not edit: generate again.

/** A request or response of a hook that a release changed so that extensions written before may break. */
export interface HookBreak {
  readonly release: string;
  /** \`<group>/<version>/<name>\`. */
  readonly hook: string;
  readonly side: "request" | "response";
  /** The first change, and how many there are. */
  readonly first: string;
  readonly count: number;
}

/** All of them, by release. */
export const hookBreaks: readonly HookBreak[] = ${JSON.stringify(breaks)};

/** The hooks that each release knows. */
export const releasedHooks: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(Object.fromEntries(known))};
`;
}
