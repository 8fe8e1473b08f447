// The page in Chromium in both themes and at the width of a phone: everything on it can be seen, and reached without a mouse.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBrowser, type RunningBrowser } from "@capstan/tool-browser";
import { startFullStage } from "./full-stage.ts";
import { openPage, whyNoPage } from "./open-page.ts";
import { barriersOf, hiddenSideways, prepareMeasure } from "./seen-by-all.ts";
import { shownStates } from "./shown-states.ts";
import type { Stage } from "./stage.ts";

const looks = [
  { name: "light, on a wide page", theme: "light", width: 1440, height: 900 },
  { name: "dark, on a wide page", theme: "dark", width: 1440, height: 900 },
  { name: "dark, on a phone", theme: "dark", width: 360, height: 740 },
];
const workers = 8;
let stage: Stage;
let browser: RunningBrowser;

describe.skipIf(whyNoPage !== "")(`the page${whyNoPage === "" ? "" : ` (${whyNoPage})`}`, () => {
  beforeAll(async () => {
    stage = await startFullStage(workers);
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await stage[Symbol.asyncDispose]();
  });

  test.each(looks)("$name: all has contrast, names and places, and nothing is cut off", async (look) => {
    const { page, wrongs } = await openPage(browser, stage.console);
    await page.setViewport(look);
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: look.theme }]);
    await prepareMeasure(page);
    const found: Record<string, readonly string[]> = {};
    let states = 0;
    for await (const state of shownStates(page)) {
      states += 1;
      const barriers = await barriersOf(page);
      const hidden = look.width < 400 ? await hiddenSideways(page) : [];
      if (barriers.length + hidden.length > 0) found[state] = [...barriers, ...hidden];
    }
    expect(found).toEqual({});
    expect(states).toBe(18);
    expect(wrongs).toEqual([]);
  });
});
