// Pages with the same dependencies share a project.
import { expect, test } from "vitest";
import { groupByDependencies } from "./projects.ts";

const sample = (page: string): { page: string; line: number; path: string; text: string } => ({
  page,
  line: 1,
  path: "sample-1.ts",
  text: "",
});

test("samples of pages that may import the same packages are one project", () => {
  const pages = [
    { dependencies: ["@capstan/api"], samples: [sample("a.md")] },
    { dependencies: ["@capstan/api", "@capstan/client"], samples: [sample("b.md")] },
    { dependencies: ["@capstan/api"], samples: [sample("c.md")] },
  ];
  expect(groupByDependencies(pages)).toEqual([
    { dependencies: ["@capstan/api"], samples: [sample("a.md"), sample("c.md")] },
    { dependencies: ["@capstan/api", "@capstan/client"], samples: [sample("b.md")] },
  ]);
});
