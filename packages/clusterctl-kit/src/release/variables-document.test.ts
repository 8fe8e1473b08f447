// The page of a release's variables.
import { expect, test } from "vitest";
import { variablesDocument } from "./variables-document.ts";

test("a variable that is called like a member of every object has no meaning of its own", () => {
  const file = {
    file: "cluster-template.yaml",
    variables: [
      { name: "constructor", defaultValue: "x", position: { file: "cluster-template.yaml", line: 1, column: 1 } },
    ],
  };
  expect(variablesDocument([file], {})).toContain("| `constructor` | `x` |  |\n");
});
