// What authors of extensions write: patches of templates, selectors, updates in place and plans of upgrades, compared with what Cluster API makes of them.
import { isDeepStrictEqual } from "node:util";
import { Random } from "@capstan/repo";
import { askPeer } from "@capstan/tool-peers/ask";
import type { Area, Comparison } from "../area.ts";
import type { Case, CaseMaker } from "./cases.ts";
import { inPlaceCase } from "./in-place-cases.ts";
import { planCase, planOfVersionsCase } from "./plan-cases.ts";
import { patchCase, selectorCase } from "./template-cases.ts";

const makers: readonly CaseMaker[] = [patchCase, selectorCase, inPlaceCase, planCase, planOfVersionsCase];

/** The area. */
export const extensions: Area = {
  name: "extensions",
  async run({ cases, seed }) {
    const random = new Random(seed);
    const made: Case[] = [];
    // One after the other, so that a seed always makes the same cases.
    for (let index = 0; index < cases; index += 1)
      made.push(await (makers[index % makers.length] ?? patchCase)(random));
    const questions = made.map(({ operation, question }) => ({ operation, ...question }));
    const upstream = await askPeer<object>("extension-rules", questions);
    return made.map((one, index) => compare(one, withoutMessage(upstream[index] ?? {})));
  },
};

/** An error counts as such: its message is upstream's own. */
function withoutMessage(answer: object): object {
  return "error" in answer ? { error: "rejected" } : answer;
}

/** Compares what Capstan says with upstream's answer. */
export function compare({ operation, question, ours }: Case, upstream: object): Comparison {
  return isDeepStrictEqual(ours, upstream) ? { operation } : { operation, difference: { question, ours, upstream } };
}
