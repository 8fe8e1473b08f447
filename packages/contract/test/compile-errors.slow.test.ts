// What must not compile, and what must, on the older versions of TypeScript that users of the SDK may have.
import { expect, test } from "vitest";
import { olderCompilers } from "./compile.ts";
import { fewestDefinitions, printedBy } from "./printed-errors.ts";

test.for(olderCompilers)(
  "TypeScript %s prints exactly the messages in testdata, within the budget",
  async (compiler, { task }) => {
    const { printed, wanted, definitions, note, withinBudget } = await printedBy(compiler);
    task.meta.note = note;
    expect(printed).toEqual(wanted);
    expect(definitions).toBeGreaterThanOrEqual(fewestDefinitions);
    expect(withinBudget).toBe(true);
  },
);
