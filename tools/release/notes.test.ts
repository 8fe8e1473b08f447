// The notes of a release, made from its changesets.
import { expect, test } from "vitest";
import { releaseNotes } from "./notes.ts";

test("a change stands once, under the largest size it asks for, with all its packages", () => {
  const changesets = [
    { id: "b", summary: "Answer sooner.", releases: [{ name: "@capstan/serve", type: "patch" as const }] },
    {
      id: "a",
      summary: "Take two files.\n\nAnd three:\n- four",
      releases: [
        { name: "@capstan/kube", type: "patch" as const },
        { name: "@capstan/cli", type: "minor" as const },
      ],
    },
    { id: "c", summary: "Nothing to see.", releases: [{ name: "@capstan/repo", type: "none" as const }] },
  ];
  expect(releaseNotes(changesets)).toBe(`## Minor changes

- \`@capstan/cli\`, \`@capstan/kube\`: Take two files.

  And three:
  - four

## Patch changes

- \`@capstan/serve\`: Answer sooner.
`);
});

test("nothing for users is no text", () => {
  expect(releaseNotes([])).toBe("");
});
