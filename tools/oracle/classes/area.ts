// ClusterClasses as the simulation of Cluster API's core reads them, compared with core's own code: what its webhook rejects, with the whole message.
import { isDeepStrictEqual } from "node:util";
import { Random } from "@capstan/repo";
import { askPeer } from "@capstan/tool-peers/ask";
import type { Area, Comparison } from "../area.ts";
import type { Case } from "../extensions/cases.ts";
import { classCase } from "./class-cases.ts";
import { templateCase, comparable } from "./template-cases.ts";

const makers: readonly ((random: Random) => Case)[] = [classCase, templateCase];

/** What core's program answers. */
interface Answer {
  readonly value?: unknown;
  readonly error?: string;
}

/** The area. */
export const classes: Area = {
  name: "classes",
  async run({ cases, seed }) {
    const random = new Random(seed);
    const made = Array.from({ length: cases }, (_, index) => (makers[index % makers.length] ?? classCase)(random));
    const questions = made.map(({ operation, question }) => ({ operation, ...question }));
    const upstream = await askPeer<Answer>("class-rules", questions);
    return made.map((one, index) => compare(one, upstream[index] ?? {}));
  },
};

/** Compares what the simulation says with core's answer. */
export function compare({ operation, question, ours }: Case, { value, error }: Answer): Comparison {
  const upstream = error === undefined ? { value } : { error: comparable(error) };
  return isDeepStrictEqual(ours, upstream) ? { operation } : { operation, difference: { question, ours, upstream } };
}
