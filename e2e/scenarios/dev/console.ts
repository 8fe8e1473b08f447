// The console in Chromium, on the same run of dev.
import type { Page } from "puppeteer-core";
import { findChromium, startBrowser } from "@capstan/tool-browser";
import { eventually, mustEqual } from "../../src/eventually.ts";
import { notRun, type RunStep } from "../../src/scenario.ts";
import { type DevRun, fieldOf } from "./dev-run.ts";
import { grown } from "./first-minutes.ts";

/** What one part of the page shows, as people read it. */
function shown(page: Page, selector: string): Promise<string> {
  return page.$$eval(selector, (parts) =>
    parts.map((part) => ("innerText" in part ? String(part.innerText) : "")).join("\n"),
  );
}

function see(page: Page, selector: string, words: RegExp): Promise<string> {
  return eventually({
    what: `${words} in ${selector}`,
    read: () => shown(page, selector),
    until: (text) => words.test(text),
    every: 100,
  });
}

/** The page of the console in a browser. */
interface OpenConsole {
  readonly page: Page;
}

/** What is done with a console, one after the other, each by its name. */
type Work = Readonly<Record<string, (open: OpenConsole) => Promise<void>>>;

/** Opens the console of a run, and does the work as steps. Without a browser each says that it was not run. */
async function inBrowser({ screen }: Pick<DevRun, "screen">, step: RunStep, work: Work): Promise<void> {
  if (findChromium() === undefined) return notRun(Object.keys(work), "there is no Chromium (pnpm run browser)");
  const [, url = ""] = /console (http:\S+)/.exec(screen.lines().join("\n")) ?? [];
  await using browser = await startBrowser();
  const page = await browser.instance.newPage();
  const wrongs: string[] = [];
  page.on("pageerror", (error) => wrongs.push(String(error)));
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(url);
  for (const [name, act] of Object.entries(work))
    await step(name, async () => {
      await act({ page });
      mustEqual("errors of the page", wrongs, []);
    });
}

/** A call that holds an upgrade: its request, and what is answered without the label. */
export async function lookAtCalls(run: DevRun, step: RunStep): Promise<void> {
  await inBrowser(run, step, {
    "the console shows the call that holds the upgrade, with its request": async ({ page }) => {
      await (await page.waitForSelector("#tab-pages-hooks"))?.click();
      await (await page.waitForSelector(".hook-line.held"))?.click();
      await (await page.waitForSelector("#tab-call-request"))?.click();
      await see(page, "#panel-call", /freeze: ""[^]*kind: BeforeClusterUpgradeRequest/);
      await page.click("#tab-call-answer");
      await see(page, "#panel-call", /message: the cluster is frozen[^]*retryAfterSeconds: 60/);
    },
    "a call again without the label is allowed, and the upgrade is held all the same": async ({ page }) => {
      await page.click("#tab-call-again");
      await (await page.waitForSelector(".call-again textarea[wrap]"))?.focus();
      await page.$eval(".call-again textarea[wrap]", (area) => {
        area.value = area.value.replace(/.*freeze: ""\n/, "");
        area.dispatchEvent(new Event("input", { bubbles: true }));
      });
      await see(page, ".editor-actions", /No errors/);
      await page.keyboard.down("Control");
      await page.keyboard.press("Enter");
      await page.keyboard.up("Control");
      await see(page, ".shown-answer:nth-child(2)", /New answer\s+Success after[^]*retryAfterSeconds: 0/i);
      await see(page, ".shown-answer:nth-child(1)", /First answer\s+Success[^]*retryAfterSeconds: 60/i);
    },
  });
}

/** The tree, a fault, the past, a restart. */
export async function lookAtConsole(run: DevRun, step: RunStep): Promise<void> {
  const { screen, frames } = run;
  await inBrowser(run, step, {
    "the console shows the Cluster's machines": async ({ page }) => {
      for (const name of await fieldOf(run, "machines", ".metadata.name")) await see(page, "#tree", new RegExp(name));
    },
    "a fault by click, and its end: nothing is lost": async ({ page }) => {
      await page.click('[popovertarget="faults"]');
      await page.click("#faults li:nth-child(3) button");
      await see(page, ".messages", /every update and patch is a conflict/);
      await see(page, ".alarm", /1/);
      await page.click("#faults li:nth-child(3) button");
      await see(page, ".messages", /ended/);
      await frames.match(grown, screen);
    },
    "before the start there was no Cluster, and now there is": goBack,
    "the page stays over a restart of the manager": async ({ page }) => {
      screen.press("r");
      await frames.match(grown, screen);
      await see(page, "#tree", /dev-control-plane/);
    },
  });
}

/** The past of a run on kube-apiserver, whose changes are followed by watches. */
export async function lookAtTime(run: Pick<DevRun, "screen">, step: RunStep): Promise<void> {
  await inBrowser(run, step, { "dev --real: the time line of the console goes back to the start": goBack });
}

async function goBack({ page }: OpenConsole): Promise<void> {
  await see(page, "#tree", /dev-workers/);
  await page.focus("#time");
  await page.keyboard.press("Home");
  await see(page, ".time-words", /ago/);
  await see(page, ".objects", /^(?![^]*dev-workers)/);
  await page.keyboard.press("End");
  await see(page, "#tree", /dev-workers/);
}
