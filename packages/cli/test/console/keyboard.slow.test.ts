// The page in Chromium with the keyboard alone: Tab reaches each control, one sees where the focus is, and each control does its work.
import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBrowser, type RunningBrowser } from "@capstan/tool-browser";
import { startFullStage } from "./full-stage.ts";
import { focused, openPage, press, see, whyNoPage } from "./open-page.ts";
import { shownStates } from "./shown-states.ts";
import { SmallSession } from "./small-session.ts";

let browser: RunningBrowser;

/** Runs in the page: gives each control that is in use a number, and returns how many there are. Of a group with one stop, the stop counts. */
const numberControls = `(() => {
  const controls = [...document.querySelectorAll("button, input, select, textarea, summary, [tabindex='0']")];
  const used = controls.filter((one) => one.checkVisibility() && !one.disabled && one.tabIndex >= 0 && one.tagName !== "svg");
  document.querySelectorAll("[data-control]").forEach((one) => delete one.dataset.control);
  used.forEach((one, index) => (one.dataset.control = String(index)));
  return used.length;
})()`;

/** Runs in the page: the number of the control with the focus, and whether one sees that it has it. */
const lookAtFocus = `(() => {
  const at = document.activeElement;
  const box = at.getBoundingClientRect();
  const style = getComputedStyle(at);
  const isMarked = at.matches(".box")
    ? getComputedStyle(at.querySelector(":scope > rect:last-of-type")).strokeWidth === "4px"
    : style.outlineStyle !== "none";
  const isInSight = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  return JSON.stringify({ control: at.dataset.control ?? "", seen: isMarked && isInSight, html: at.outerHTML.slice(0, 100) });
})()`;

interface Focus {
  readonly control: string;
  readonly seen: boolean;
  readonly html: string;
}

async function focusOf(page: Page): Promise<Focus> {
  const focus: Focus = JSON.parse(String(await page.evaluate(lookAtFocus)));
  return focus;
}

/** Presses Tab once for each control and once more for the end of the page; returns what was not reached, or has no mark. */
async function tour(page: Page): Promise<readonly string[]> {
  await page.evaluate("document.activeElement.blur()");
  const count = Number(await page.evaluate(numberControls));
  const reached = new Set<string>();
  const unseen: string[] = [];
  for (let step = 0; step < count + 2; step += 1) {
    await press(
      page,
      ...((await page.$("textarea:focus")) === null ? (["Tab"] as const) : (["Escape", "Tab"] as const)),
    );
    const { control, seen, html } = await focusOf(page);
    if (control === "") continue;
    reached.add(control);
    if (!seen) unseen.push(`no mark: ${html}`);
  }
  const missing = await page.$$eval("[data-control]", (controls) =>
    controls.map((one) => [one.getAttribute("data-control") ?? "", one.outerHTML.slice(0, 100)]),
  );
  return [
    ...unseen,
    ...missing.filter(([number = ""]) => !reached.has(number)).map(([, html]) => `not reached: ${html}`),
  ];
}

/** States that differ in their controls. The editor and the menu of faults have tests of their own: a tour would leave them changed. */
const toured = new Set([
  "the tree",
  "the picture",
  "an object, yaml",
  "an object, changes",
  "reconciles",
  "a reconcile",
  "hooks",
  "the patches of a call",
  "the log",
  "the past",
]);

describe.skipIf(whyNoPage !== "")(`the page${whyNoPage === "" ? "" : ` (${whyNoPage})`}`, () => {
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser[Symbol.asyncDispose]());

  test("Tab reaches each control of each state, and one sees where the focus is", async () => {
    await using stage = await startFullStage(8);
    const { page, wrongs } = await openPage(browser, stage.console);
    const found: Record<string, readonly string[]> = {};
    for await (const state of shownStates(page)) {
      if (!toured.has(state)) continue;
      const missed = await tour(page);
      if (missed.length > 0) found[state] = missed;
    }
    expect(found).toEqual({});
    expect(wrongs).toEqual([]);
  });

  test("arrows move in the tree and in the picture, from owners to what they own", async () => {
    const session = await SmallSession.start();
    const { page, wrongs } = await openPage(browser, session.console);
    session.put({ kind: "MachineDeployment", name: "workers-2", owner: "dev" });
    await see(page, "#tree").toContain("workers-2");
    await page.focus("#tree");
    await press(page, "Home", "ArrowDown");
    await see(page, ".detail h2").toContain("default/workers");
    await press(page, "ArrowUp", "ArrowLeft");
    await see(page, "#tree").not.toContain("workers");
    await press(page, "ArrowRight");
    await see(page, "#tree").toContain("workers");
    await press(page, "g");
    await page.waitForSelector(".box");
    for (let steps = 0; steps < 10 && (await page.$(".box:focus")) === null; steps += 1) await press(page, "Tab");
    const name = (): Promise<string> => page.$eval(".box:focus", (box) => box.getAttribute("aria-label") ?? "");
    expect(await name()).toContain("Cluster dev");
    await press(page, "ArrowRight");
    expect(await name()).toContain("MachineDeployment workers,");
    await press(page, "ArrowDown");
    expect(await name()).toContain("MachineDeployment workers-2");
    await press(page, "Enter");
    await see(page, ".detail h2").toContain("default/workers-2");
    await press(page, "ArrowLeft");
    expect(await name()).toContain("Cluster dev");
    expect(wrongs).toEqual([]);
  });

  test("a list of calls is one stop of Tab, in which arrows move", async () => {
    const session = await SmallSession.start();
    const { page, wrongs } = await openPage(browser, session.console);
    await see(page, "#tree").toContain("dev");
    const hook = { type: "hook", hook: "BeforeClusterUpgrade", status: "Success", ms: 2 } as const;
    for (let call = 0; call < 60; call += 1) session.source.trace({ ...hook, handler: `gate-${call}`, at: Date.now() });
    await press(page, "3");
    await see(page, ".hook-line").toContain("gate-59");
    await page.focus("#tab-pages-hooks");
    for (let steps = 0; steps < 10 && (await page.$(".hook-line:focus")) === null; steps += 1) await press(page, "Tab");
    await see(page, ".hook-line:focus").toContain("gate-59");
    await press(page, "ArrowDown", "PageDown", "ArrowUp");
    await see(page, ".hook-line:focus").toContain("gate-49");
    await press(page, "Tab");
    expect(await page.$(".hook-line:focus")).toBeNull();
    await page.keyboard.down("Shift");
    await press(page, "Tab");
    await page.keyboard.up("Shift");
    await see(page, ".hook-line:focus").toContain("gate-49");
    expect(wrongs).toEqual([]);
  });

  test("a fault is caused and ended, and the menu closes with Escape", async () => {
    const session = await SmallSession.start();
    const { page, wrongs } = await openPage(browser, session.console);
    await see(page, "#tree").toContain("workers");
    for (let steps = 0; steps < 12 && (await page.$('[popovertarget="faults"]:focus')) === null; steps += 1)
      await press(page, "Tab");
    await press(page, "Enter");
    await see(page, "#faults").toContain("Clock of the simulation");
    await press(page, "Tab", "Tab", "Tab", "Enter");
    await see(page, ".messages").toContain("1 day later");
    expect(await page.evaluate("document.activeElement.closest('#faults') !== null")).toBe(true);
    await press(page, "Escape");
    expect(await page.$("#faults:popover-open")).toBeNull();
    expect(await page.$('[popovertarget="faults"]:focus')).not.toBeNull();
    expect(wrongs).toEqual([]);
  });

  test("the editor is entered, left with Escape, and what was typed is written or discarded", async () => {
    const session = await SmallSession.start();
    const { page, wrongs } = await openPage(browser, session.console);
    await see(page, "#tree").toContain("workers");
    await press(page, "n");
    await page.waitForSelector("textarea:focus");
    await press(page, "Tab");
    expect(await page.$eval("textarea", (area) => area.value)).toMatch(/ {2}$/);
    await press(page, "Escape");
    await see(page, ".editor-actions").toContain("Discard changes Esc again");
    await page.keyboard.down("Shift");
    await press(page, "Tab");
    await page.keyboard.up("Shift");
    expect(await page.$eval(".editor-actions", (part) => part.textContent)).toContain("Cancel");
    await press(page, "Enter");
    await see(page, ".messages").toContain("updated");
    await expect.poll(() => page.$("textarea")).toBeNull();
    expect(session.done).toHaveLength(1);
    expect(wrongs).toEqual([]);
  });

  test("the time line is reached and moved, and `l` goes back to now", async () => {
    const session = await SmallSession.start();
    const { page, wrongs } = await openPage(browser, session.console);
    await see(page, "#tree").toContain("workers");
    for (let steps = 0; steps < 20 && (await focused(page)) !== "time"; steps += 1) await press(page, "Tab");
    expect(await focused(page)).toBe("time");
    await press(page, "ArrowLeft");
    await see(page, ".time-words").toContain("change 1");
    await see(page, "#tree").not.toContain("workers");
    await press(page, "ArrowRight");
    await see(page, "#tree").toContain("workers");
    await press(page, "Home", "l");
    await see(page, ".time-words").toContain("now");
    expect(wrongs).toEqual([]);
  });
});
