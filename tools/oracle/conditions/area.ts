// Conditions: all operations of @capstan/contract in both shapes, compared with those of Cluster API's util/conditions.
import { isDeepStrictEqual } from "node:util";
import { Random } from "@capstan/repo";
import type { Area, Comparison } from "../area.ts";
import { askPeer } from "@capstan/tool-peers/ask";
import { answer } from "./answer.ts";
import { comparable } from "./comparable.ts";
import { operations, randomQuestion } from "./random-question.ts";
import type { Answer, Question } from "./question.ts";

/** The area. */
export const conditions: Area = {
  name: "conditions",
  async run({ cases, seed }) {
    const random = new Random(seed);
    const questions = Array.from({ length: cases }, (_, index) =>
      // There is at least one operation.
      randomQuestion(random, operations[index % operations.length] as Question["operation"]),
    );
    const now = new Date();
    const upstream = await askPeer<Answer>("conditions", questions);
    return questions.map((question, index) => compare(question, upstream[index] ?? {}, now));
  },
};

/** Compares Capstan's answer to one question with upstream's. */
export function compare(question: Question, theirs: Answer, now: Date): Comparison {
  const [ours, upstream] = [comparable(answer(question, now), now), comparable(theirs, now)];
  const { operation } = question;
  return isDeepStrictEqual(ours, upstream) ? { operation } : { operation, difference: { question, ours, upstream } };
}
