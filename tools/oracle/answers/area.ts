// Answers of Runtime Extensions: which of them the kit lets leave, compared with what Cluster API accepts.
import { Random } from "@capstan/repo";
import { askPeer } from "@capstan/tool-peers/ask";
import type { Area, Comparison } from "../area.ts";
import { answer } from "./answer.ts";
import type { Question, Verdict } from "./question.ts";
import { randomPatch } from "./random-patch.ts";
import { randomPlan } from "./random-plan.ts";
import { randomVariables } from "./random-variables.ts";

/** How the questions are made, by what they are about. */
const makers: Readonly<Record<string, (random: Random) => Question>> = {
  patches: randomPatch,
  "upgrade plans": randomPlan,
  variables: randomVariables,
};

/** The area. */
export const answers: Area = {
  name: "answers",
  async run({ cases, seed }) {
    const random = new Random(seed);
    const questions = Object.entries(makers).flatMap(([operation, make]) =>
      Array.from({ length: cases }, () => ({ operation, question: make(random) })),
    );
    const upstream = await askPeer<Verdict>(
      "answers",
      questions.map(({ question }) => question),
    );
    const compared: Comparison[] = [];
    for (const [index, { operation, question }] of questions.entries()) {
      const verdicts = { ours: await answer(question), upstream: upstream[index] ?? {} };
      compared.push(compare(`${operation}${suffix(verdicts.upstream)}`, question, verdicts));
    }
    return compared;
  },
};

function suffix(verdict: Verdict): string {
  return verdict.error === undefined ? ", accepted" : ", rejected";
}

/** Compares whether both accept an answer; in words they differ. */
export function compare(
  operation: string,
  question: Question,
  { ours, upstream }: { readonly ours: Verdict; readonly upstream: Verdict },
): Comparison {
  const same = (ours.error === undefined) === (upstream.error === undefined);
  return same ? { operation } : { operation, difference: { question, ours, upstream } };
}
