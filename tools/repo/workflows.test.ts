// What a workflow may run; the workflows of this repository among it.
import { describe, expect, it, test } from "vitest";
import { problemsOfWorkflow, workflowProblems } from "./workflows.ts";

const runnable = { packageManager: "pnpm@wanted", scripts: ["check"], hasFile: (path: string) => path === ".ci/run" };
const workflow = (step: string): string => `permissions: {}\njobs:\n  one:\n    steps:\n      - ${step}\n`;
const sha = "3d3c42e5aac5ba805825da76410c181273ba90b1";

test("the workflows of this repository run what is there", () => {
  expect(workflowProblems()).toEqual([]);
});

describe("a step", () => {
  it.each([
    { step: "run: npx --yes pnpm@wanted run check --affected", want: [] },
    { step: "run: .ci/run", want: [] },
    { step: `uses: actions/checkout@${sha} # v7`, want: [] },
    { step: "uses: ./.github/actions/own", want: [] },
    {
      step: "run: npx --yes pnpm@wanted run chekc",
      want: ['"npx --yes pnpm@wanted run chekc" runs a script that the root package.json does not have'],
    },
    {
      step: "run: npx --yes pnpm@other run check",
      want: [
        '"npx --yes pnpm@other run check" is neither "npx --yes pnpm@wanted run <script>" nor a file of the repository',
      ],
    },
    {
      step: "run: |\n          .ci/run\n          npm publish",
      want: ['"npm publish" is neither "npx --yes pnpm@wanted run <script>" nor a file of the repository'],
    },
    { step: "run: .ci/ran", want: ['".ci/ran" runs a file that is not there'] },
    { step: "uses: actions/checkout@v7", want: ["actions/checkout@v7 is not pinned by the full SHA of a commit"] },
  ])("$step", ({ step, want }) => {
    expect(problemsOfWorkflow(workflow(step), runnable)).toEqual(want);
  });

  it("needs permissions above it", () => {
    expect(problemsOfWorkflow("jobs: {}\n", runnable)).toEqual(["it does not say its permissions, and so has all"]);
  });
});
