// That cases are of both kinds and the same for a seed, and that a difference from core is found.
import { Random } from "@capstan/repo";
import { expect, test } from "vitest";
import type { Case } from "../extensions/cases.ts";
import { compare } from "./area.ts";
import { classCase } from "./class-cases.ts";
import { templateCase } from "./template-cases.ts";

function made(maker: (random: Random) => Case, count: number): readonly Case[] {
  const random = new Random(3);
  return Array.from({ length: count }, () => maker(random));
}

test.each([
  ["classes", classCase],
  ["templates", templateCase],
])("some %s are rejected, and others are not", (_, maker) => {
  const answers = made(maker, 200).map(({ ours }) => Object.keys(ours ?? {})[0]);
  expect(new Set(answers)).toEqual(new Set(["value", "error"]));
});

test("a seed makes the same cases", () => {
  expect(made(classCase, 10)).toEqual(made(classCase, 10));
  expect(made(templateCase, 10)).toEqual(made(templateCase, 10));
});

test("another answer is a difference, and another type of a list is none", () => {
  const one: Case = { operation: "template", question: {}, ours: { error: "got []interface {}" } };
  expect(compare(one, { error: "got []int" })).toEqual({ operation: "template" });
  expect(compare(one, { value: 1 }).difference).toEqual({ question: {}, ours: one.ours, upstream: { value: 1 } });
});
