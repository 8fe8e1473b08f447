// What must not compile, and what must, on the older versions of TypeScript that users of the SDK may have.
import { expect, test } from "vitest";
import { olderCompilers } from "./compile.ts";
import { printedBy } from "./printed-errors.ts";

test.each(olderCompilers)(
  "TypeScript %s prints exactly the messages in testdata, within the budget",
  async (compiler) => {
    const { printed, wanted, withinBudget } = await printedBy(compiler);
    expect(printed).toEqual(wanted);
    expect(withinBudget).toBe(true);
  },
);
