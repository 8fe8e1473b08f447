// That cases are of both kinds and the same for a seed, and that a difference from upstream is found.
import { Random } from "@capstan/repo";
import { expect, test } from "vitest";
import { compare } from "./area.ts";
import type { Case, CaseMaker } from "./cases.ts";
import { inPlaceCase } from "./in-place-cases.ts";
import { planCase, planOfVersionsCase } from "./plan-cases.ts";
import { patchCase, selectorCase } from "./template-cases.ts";

async function made(maker: CaseMaker, count: number): Promise<readonly Case[]> {
  const random = new Random(3);
  const cases: Case[] = [];
  while (cases.length < count) cases.push(await maker(random));
  return cases;
}

test.each([
  ["selectors", selectorCase],
  ["changes of machines", inPlaceCase],
])("%s match and do not match", async (_, maker) => {
  const values = (await made(maker, 40)).map(({ ours }) => JSON.stringify(ours));
  expect(new Set(values)).toEqual(new Set(['{"value":true}', '{"value":false}']));
});

test.each([
  ["by rules", planCase],
  ["of versions", planOfVersionsCase],
])("there are plans %s and upgrades without one", async (_, maker) => {
  const answers = (await made(maker, 60)).map(({ ours }) => Object.keys(ours ?? {})[0]);
  expect(new Set(answers)).toEqual(new Set(["value", "error"]));
});

test("a seed makes the same cases", async () => {
  expect(await made(patchCase, 10)).toEqual(await made(patchCase, 10));
});

test("another answer is a difference", () => {
  const one: Case = { operation: "patch", question: {}, ours: { value: { a: 1 } } };
  expect(compare(one, { value: { a: 1 } })).toEqual({ operation: "patch" });
  expect(compare(one, { error: "no" }).difference).toEqual({
    question: {},
    ours: { value: { a: 1 } },
    upstream: { error: "no" },
  });
});
