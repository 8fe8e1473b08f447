// What the last calls for patches of a Cluster have changed, as lines for the screen of dev.
import { type HookTrace } from "@capstan/kube/trace";
import type { CallDetail, PatchedDiff } from "../../call/shown-call.ts";
import type { Meaning } from "../../tree/palette.ts";
import type { CallBook } from "../call-book.ts";
import { hookWords } from "../../session/words.ts";
import type { LinePart } from "./shown-line.ts";

/** A line of them. */
export type PatchLine = readonly LinePart[];

/** The lines about calls, of which dev may have dropped some. */
export async function patchLines(
  calls: readonly HookTrace[],
  book: Pick<CallBook, "get">,
): Promise<readonly PatchLine[]> {
  const { callDetail } = await import("../../console/calls/call-detail.ts");
  const parts = calls.map((call): readonly PatchLine[] => {
    const kept = call.call === undefined ? undefined : book.get(call.call);
    const { whole } = hookWords(call);
    const head: PatchLine = [
      [`${call.hook} of ${call.handler}: `, "strong"],
      [whole, "plain"],
    ];
    return [head, ...(kept === undefined ? [lost] : linesOf(callDetail(kept, "")))];
  });
  return parts.flatMap((lines, index) => (index === 0 ? lines : [blank, ...lines]));
}

const blank: PatchLine = [["", "plain"]];
const lost: PatchLine = [["  dev does not have this call any more", "quiet"]];

function linesOf({ answer: { templates, problem } }: CallDetail): readonly PatchLine[] {
  if (problem !== "") return [[[`  ${problem}`, "bad"]]];
  return templates.filter(({ diff }) => diff !== "").flatMap(templateLines);
}

const meanings: Readonly<Record<string, Meaning>> = { "+": "good", "-": "bad", "@": "quiet" };

function templateLines({ template, object, diff }: PatchedDiff): readonly PatchLine[] {
  const lines = diff.trimEnd().split("\n");
  return [
    [[`  ${template} of ${object}`, "plain"]],
    ...lines.map((line): PatchLine => [[`    ${line}`, meanings[line.charAt(0)] ?? "plain"]]),
  ];
}
