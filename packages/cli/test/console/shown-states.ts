// All that the page shows, one state after the other: what is measured of each must not depend on which test opened it.
import type { Page } from "puppeteer-core";
import { press, retype } from "./open-page.ts";

const tabs = ["overview", "yaml", "changes", "reconciles", "events"] as const;

/** A document with an error at a line. */
const wrongYaml = "apiVersion: cluster.x-k8s.io/v1beta2\nkind: Cluster\nmetadata:\n  name: new\nspec:\n  pausd: true\n";

async function openTab(page: Page, tab: string): Promise<void> {
  await (await page.waitForSelector(`#tab-${tab}`))?.click();
  await page.waitForSelector(`#tab-${tab}[aria-selected="true"]`);
}

/** Opens the newest call for patches. Calls of other hooks may be newer. */
export async function openPatches(page: Page): Promise<void> {
  await (await page.waitForSelector(".hook-line ::-p-text(GeneratePatches)"))?.click();
  await page.waitForSelector(".diff");
}

/** Chooses one of the pages by its key. */
export async function choosePage(page: Page, key: "1" | "2" | "3" | "4"): Promise<void> {
  await press(page, key);
  const name = ["cluster", "reconciles", "hooks", "log"][Number(key) - 1];
  await page.waitForSelector(`#tab-pages-${name}[aria-selected="true"]`);
}

async function* clusterStates(page: Page): AsyncGenerator<string> {
  await page.waitForSelector(".top-counts .glyph.failed");
  yield "the tree";
  await press(page, "g");
  await page.waitForSelector(".box");
  yield "the picture";
  await press(page, "g", "e");
  for (const tab of tabs) {
    await openTab(page, `object-${tab}`);
    yield `an object, ${tab}`;
  }
}

async function* hookStates(page: Page): AsyncGenerator<string> {
  await choosePage(page, "3");
  await page.waitForSelector(".hook-line.error");
  yield "hooks";
  await page.click(".hook-line.error");
  await page.waitForSelector(".open-hook pre.error");
  yield "a call that failed";
  await page.focus("#hook");
  await press(page, "Escape");
  await openPatches(page);
  yield "the patches of a call";
  await openTab(page, "call-again");
  await page.waitForSelector("#variable-image");
  yield "a call again";
  await page.click(".editor .primary");
  await page.waitForSelector(".shown-answer:nth-child(2) .diff");
  yield "two answers";
  await openTab(page, "call-patches");
  await press(page, "Escape");
}

async function* editorStates(page: Page): AsyncGenerator<string> {
  await choosePage(page, "1");
  await press(page, "n");
  await page.waitForSelector("textarea");
  await retype(page, wrongYaml);
  await page.waitForSelector(".problems li");
  yield "the editor";
  await page.click('[popovertarget="faults"]');
  await page.click("#faults li:nth-child(2) button");
  await page.waitForSelector('#faults [aria-checked="true"]');
  yield "faults";
  await page.click("#faults li:nth-child(2) button");
  await page.waitForSelector('#faults li:nth-child(2) [aria-checked="false"]');
  await press(page, "Escape");
  await page.click(".editor-actions button:nth-child(2)");
  await page.waitForSelector("#panel-object");
}

/** Opens each state of a page of the full stage; yields its name. */
export async function* shownStates(page: Page): AsyncGenerator<string> {
  yield* clusterStates(page);
  await choosePage(page, "2");
  await page.waitForSelector(".run-line");
  yield "reconciles";
  await page.click(".run-line:not(.table-head)");
  await page.waitForSelector(".open-run .run");
  yield "a reconcile";
  await page.focus("#run");
  await press(page, "Escape");
  yield* hookStates(page);
  await choosePage(page, "4");
  await page.waitForSelector(".log-line.warn");
  yield "the log";
  yield* editorStates(page);
  await page.focus("#time");
  await press(page, "PageDown");
  await page.waitForSelector(".time-bar.past");
  yield "the past";
}
