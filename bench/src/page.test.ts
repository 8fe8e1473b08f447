// Sections of the page of figures: those of a run take the place of their last ones, and name the machine.
import { expect, test } from "vitest";
import { pageWith } from "./page.ts";

const page = "# Benchmarks\n\nHow.\n\n### first\n\n| old |\n\nMeasured on: one.\n\n### last\n\n| kept |\n";
const names = ["first", "new", "last"];

test("sections that ran are replaced or added in their place, and others stay", () => {
  const sections = [
    { name: "new", table: "### new\n\n| a |\n", beside: "measured beside other work" },
    { name: "first", table: "### first\n\n| b |\n" },
  ];
  expect(pageWith(page, { sections, names, machine: "two" })).toBe(
    [
      "# Benchmarks\n\nHow.",
      "### first\n\n| b |\n\nMeasured on: two.",
      "### new\n\n| a |\n\nMeasured on: two; measured beside other work.",
      "### last\n\n| kept |\n",
    ].join("\n\n"),
  );
});

test("limits that a run missed stand below its table", () => {
  const sections = [
    { name: "last", table: "### last\n\n| c |\n", missed: ["seconds: 2, at most 1", "MB: 3, at most 2"] },
  ];
  expect(pageWith(page, { sections, names: ["last"], machine: "two" })).toBe(
    "# Benchmarks\n\nHow.\n\n### last\n\n| c |\n\nPast their limits: seconds: 2, at most 1; MB: 3, at most 2.\n\nMeasured on: two.\n",
  );
});

test("a section of no benchmark goes", () => {
  expect(pageWith(page, { sections: [], names: ["last"], machine: "two" })).toBe(
    "# Benchmarks\n\nHow.\n\n### last\n\n| kept |\n",
  );
});
