// `pnpm run console:screenshots [folder | --docs]`: opens the console on a living cluster and writes pictures of it; with --docs those
// that the pages show, to where they lie.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "puppeteer-core";
import { startBrowser } from "@capstan/tool-browser";
import { startFullStage } from "./full-stage.ts";
import { press } from "./open-page.ts";
import { choosePage, openPatches } from "./shown-states.ts";

const [given] = process.argv.slice(2);
const isForDocs = given === "--docs";
/** What the pages show; they do not need the points of a dense display. */
const shownInDocs = ["failed-light", "changes-dark", "editor-light", "again-light"];
const folder = isForDocs ? "docs/images/console" : (given ?? join(import.meta.dirname, "../../.results/console"));
mkdirSync(folder, { recursive: true });

await using stage = await startFullStage(12);
await using browser = await startBrowser();

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

async function openPage(size: { readonly width: number; readonly height: number }, theme: string): Promise<Page> {
  const page = await browser.instance.newPage();
  page.on("console", (message) => console.log(message.type(), message.text()));
  page.on("pageerror", (error) => console.log("error", error));
  await page.setViewport({ ...size, deviceScaleFactor: isForDocs ? 1 : 2 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
  await page.goto(stage.console.url);
  await page.waitForSelector('[role="treeitem"]');
  return page;
}

async function shoot(page: Page, name: string): Promise<void> {
  if (isForDocs && !shownInDocs.includes(name)) return;
  await sleep(600);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  console.log(`wrote ${join(folder, name)}.png`);
}

async function selectAll(page: Page): Promise<void> {
  await page.keyboard.down("Control");
  await press(page, "a");
  await page.keyboard.up("Control");
}

/** Chooses the first object that a search finds, and one of its tabs. */
async function choose(page: Page, search: string, tab: string): Promise<void> {
  await press(page, "/");
  await page.keyboard.type(search);
  await sleep(300);
  await page.focus("#tree");
  await press(page, "End");
  await page.waitForSelector(`#tab-object-${tab}`);
  await page.click(`#tab-object-${tab}`);
  await page.focus("#search");
  await selectAll(page);
  await press(page, "Backspace", "Escape");
}

/** Calls once more for patches, with another value. */
async function callAgain(page: Page): Promise<void> {
  await page.click("#tab-call-again");
  const field = "#variable-size\\.cpu";
  await (await page.waitForSelector(field))?.click();
  await selectAll(page);
  await page.keyboard.type("16");
  await press(page, "Tab");
  await page.click(".editor .primary");
  await page.waitForSelector(".shown-answer:nth-child(2) .diff");
}

for (const theme of ["light", "dark"]) {
  const page = await openPage(wide, theme);
  await choose(page, "machine/default/demo-workers", "changes");
  await shoot(page, `changes-${theme}`);
  await choose(page, "stagemachine/default/staging-control-plane", "reconciles");
  await press(page, "g");
  await shoot(page, `failed-${theme}`);
  await page.focus("#time");
  for (let step = 0; step < 5; step += 1) await press(page, "PageDown");
  await press(page, "g");
  await page.click("#tab-object-overview");
  await shoot(page, `past-${theme}`);
  await press(page, "l", "2");
  await shoot(page, `reconciles-${theme}`);
  await press(page, "3");
  await (await page.waitForSelector(".hook-line.error"))?.click();
  await shoot(page, `hooks-${theme}`);
  await press(page, "Escape");
  await openPatches(page);
  await shoot(page, `call-${theme}`);
  await callAgain(page);
  await shoot(page, `again-${theme}`);
  await page.click("#tab-call-request");
  await press(page, "Escape", "4");
  await shoot(page, `log-${theme}`);
  await press(page, "l", "1", "n");
  await page.waitForSelector("textarea");
  await selectAll(page);
  await page.keyboard.type(
    "apiVersion: cluster.x-k8s.io/v1beta2\nkind: Cluster\nmetadata:\n  name: new\nspec:\n  pausd: true\n",
  );
  await page.click('[popovertarget="faults"]');
  await page.click("#faults li:nth-child(2) button");
  await (await page.waitForSelector("#faults .menu-part button:last-child"))?.click();
  await shoot(page, `editor-${theme}`);
  await page.click("#faults li:nth-child(2) button");
  await page.close();
}

/** Pages of a narrow display; none of them is shown in the docs. */
async function shootPhone(): Promise<void> {
  const small = await openPage(phone, "light");
  await shoot(small, "phone-tree");
  await small.click('[role="treeitem"]:nth-child(3)');
  await shoot(small, "phone-object");
  for (const [key, name] of [
    ["2", "reconciles"],
    ["3", "hooks"],
    ["4", "log"],
  ] as const) {
    await choosePage(small, key);
    await shoot(small, `phone-${name}`);
  }
  await choosePage(small, "3");
  await openPatches(small);
  await shoot(small, "phone-call");
  await callAgain(small);
  await shoot(small, "phone-again");
  await small.$eval(".answers", (answers) => answers.scrollIntoView());
  await shoot(small, "phone-answers");
  await small.close();
}

if (!isForDocs) await shootPhone();
