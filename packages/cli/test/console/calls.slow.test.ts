// The page of a call in Chromium: what was sent and answered, and the call made again with an edited request, with the keyboard alone.
import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { startBrowser, type RunningBrowser } from "@capstan/tool-browser";
import { openPage, press, retype, see, whyNoPage } from "./open-page.ts";
import { firstValues, ServedCalls } from "./served-calls.ts";
import { SmallSession } from "./small-session.ts";

let calls: ServedCalls;
let browser: RunningBrowser;
let page: Page;
let wrongs: readonly string[];

/** Presses Tab until a part has the focus. */
async function tabTo(selector: string): Promise<void> {
  for (let steps = 0; steps < 40 && (await page.$(`${selector}:focus`)) === null; steps += 1) await press(page, "Tab");
  expect(await page.$(`${selector}:focus`)).not.toBeNull();
}

/** Opens the newest call, and one of its tabs with the arrows. */
async function openCall(tab: "patches" | "answer" | "request" | "again"): Promise<void> {
  await page.waitForSelector(".hook-line");
  await tabTo(".hook-line");
  await press(page, "Enter");
  await page.waitForSelector("#tab-call-patches");
  await tabTo('[role="tab"][aria-controls="panel-call"]');
  for (let steps = 0; steps < 4 && (await page.$(`#tab-call-${tab}:focus`)) === null; steps += 1)
    await press(page, "ArrowRight");
  await page.waitForSelector(`#tab-call-${tab}[aria-selected="true"]`);
}

describe.skipIf(whyNoPage !== "")(`the page of a call${whyNoPage === "" ? "" : ` (${whyNoPage})`}`, () => {
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser[Symbol.asyncDispose]());
  beforeEach(async () => {
    calls = await ServedCalls.start();
    onTestFinished(() => calls[Symbol.asyncDispose]());
    const session = await SmallSession.start(calls.desk);
    calls.follow(session.source);
    ({ page, wrongs } = await openPage(browser, session.console));
    await see(page, "#tree").toContain("workers");
    await press(page, "3");
  });

  test("a call shows what its patches change, the answer and the request, without its secrets", async () => {
    await calls.patch(firstValues);
    await openCall("patches");
    await see(page, ".diff").toMatch(/- +image: ubuntu-22.04\n\+ +image: ubuntu-24.04/);
    await see(page, ".templates").toContain("1 template unchanged");
    await see(page, ".open-hook .notice").toContain("Secrets of this call are masked");
    await press(page, "ArrowRight");
    await see(page, "#panel-call .yaml").toMatch(/value: ubuntu-24.04[^]*patchType: JSONPatch/);
    await press(page, "ArrowRight");
    await see(page, "#panel-call .yaml").toMatch(/name: token\n[^]*value: x0xxxx-Xxxx/);
    expect(await page.content()).not.toContain("s3cret");
    await press(page, "Escape");
    await expect.poll(() => page.$(".open-hook")).toBeNull();
    await expect.poll(() => page.$(".hook-line:focus")).not.toBeNull();
    expect(wrongs).toEqual([]);
  });

  test("a value in the form is in the request, and the new answer stands beside the first", async () => {
    await calls.patch(firstValues);
    await openCall("again");
    await page.waitForSelector("#variable-image");
    await page.waitForSelector("#variable-size\\.cpu");
    expect(await page.$eval("input[id$=cpu]", (input) => input.value)).toBe("4");
    await see(page, ".variables").toMatch(/size\.cpu required\n[^]*a whole number, at least 1, at most 64/);
    await page.keyboard.down("Shift");
    await tabTo("#variable-size\\.cpu");
    await page.keyboard.up("Shift");
    await page.keyboard.type("16");
    await tabTo(".call-again textarea[wrap]");
    await page.keyboard.down("Control");
    await press(page, "Enter");
    await page.keyboard.up("Control");
    await see(page, ".shown-answer:nth-child(2)").toMatch(/New answer\s+Success after[^]*\+ +cpu: 16/i);
    await see(page, ".shown-answer:nth-child(1)").toMatch(/First answer\s+Success[^]*\+ +cpu: 4/i);
    expect(await page.$eval(".call-again textarea[wrap]", (area) => area.value)).toMatch(/cpu: 16\n/);
    await expect.poll(() => page.$$(".hook-line")).toHaveLength(3);
    expect(wrongs).toEqual([]);
  });

  test("a request that is wrong has its problems at their lines and is not sent; Escape twice leaves it", async () => {
    await calls.patch({ image: "ubuntu-24.04" });
    await openCall("again");
    await page.waitForSelector(".call-again textarea[wrap]");
    const yaml = "items: []\nvariables:\n- name: image\n  value: a\nitem: 1\n";
    await retype(page, yaml);
    await see(page, ".problems").toMatch(/5:1\s+item is not a field of GeneratePatchesRequest/);
    await see(page, ".problems .warning").toMatch(/4:3\s+image: /);
    expect(await page.$eval(".editor button.primary", (button) => button.disabled)).toBe(true);
    await press(page, "Escape");
    await see(page, ".editor-actions").toContain("Discard changes");
    await press(page, "Escape");
    await page.waitForSelector('#tab-call-patches[aria-selected="true"]');
    await expect.poll(() => page.$$(".hook-line")).toHaveLength(2);
    expect(wrongs).toEqual([]);
  });

  test("a handler that fails for a value says so beside the first answer", async () => {
    await calls.patch({ image: "ubuntu-24.04" });
    await openCall("again");
    await page.waitForSelector("#variable-image");
    await page.$eval("input#variable-image", (input) => input.select());
    await page.focus("#variable-image");
    await page.keyboard.type("none");
    await press(page, "Enter");
    await expect.poll(() => page.$eval(".call-again textarea[wrap]", (area) => area.value)).toContain("value: none");
    await page.focus(".call-again textarea[wrap]");
    await page.keyboard.down("Control");
    await press(page, "Enter");
    await page.keyboard.up("Control");
    await see(page, ".shown-answer:nth-child(2)").toMatch(/Failure after[^]*handler machines failed with Error/);
    expect(wrongs).toEqual([]);
  });

  test("nothing of it is wider than a phone", async () => {
    await calls.patch(firstValues);
    await page.setViewport({ width: 390, height: 844 });
    await openCall("patches");
    for (const tab of ["answer", "request", "again"]) {
      await page.click(`#tab-call-${tab}`);
      await page.waitForSelector(`#tab-call-${tab}[aria-selected="true"]`);
      expect(await page.$eval("html", (html) => html.scrollWidth)).toBe(390);
      expect(await page.$eval("#panel-call", ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    }
    await page.click(".open-hook .back");
    await page.waitForSelector(".hook-line");
    expect(wrongs).toEqual([]);
  });
});
