// A description of clusters as lines: problems, then trees, then what is not shown.
import { oneLine, withoutCommands } from "@capstan/kube";
import { wrapWords } from "../tree/display-width.ts";
import { painted } from "../tree/palette.ts";
import { problemLines } from "../tree/problem-lines.ts";
import { type LineOptions, treeLines } from "../tree/tree-lines.ts";
import type { ClusterDescription } from "./describe-clusters.ts";
import type { UnreadKind } from "./discovered-kinds.ts";

/** More problems than these hide the trees. */
const mostProblems = 20;

/** The lines of a description. Foreign strings in them hold no commands for a terminal. */
export function descriptionLines(
  { problems, trees, unread, namespaces }: ClusterDescription,
  options: LineOptions,
): readonly string[] {
  const blocks = [
    problemLines(problems, { ...options, most: mostProblems }),
    treeLines(trees, { ...options, namespaces }),
    unreadLines(unread, options),
  ];
  return blocks.filter((block) => block.length > 0).flatMap((block) => ["", ...block]);
}

const reasons: Readonly<Record<UnreadKind["reason"], string>> = {
  forbidden: "you may not list it",
  failed: "the server does not list it",
  cut: "there are more objects than are read",
};

/** Kinds that are left out for the same reason are in one line. */
function unreadLines(unread: readonly UnreadKind[], { width, colors }: LineOptions): readonly string[] {
  const groups = Map.groupBy(unread, ({ reason, message = "" }) => `${reasons[reason]}${message && `: ${message}`}`);
  return [...groups].flatMap(([why, kinds]) => {
    const names = kinds.map(({ kind }) => kind).join(", ");
    const lines = wrapWords(oneLine(`not shown: ${names} (${why})`), width - 1);
    return lines.map((line) => painted(withoutCommands(line), "quiet", colors));
  });
}
