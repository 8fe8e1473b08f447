// The page of figures names the machine, and no date.
import { expect, it } from "vitest";
import { pageOf } from "./page.ts";

it("says which machine the figures come from, and no date", () => {
  const page = pageOf("2 cores, 24 GB, Node 24.0.0, Go 1.26.0", ["### generate\n\n| a |\n"]);
  expect(page.split("\n").slice(-6)).toEqual([
    "Measured on: 2 cores, 24 GB, Node 24.0.0, Go 1.26.0.",
    "",
    "### generate",
    "",
    "| a |",
    "",
  ]);
});
