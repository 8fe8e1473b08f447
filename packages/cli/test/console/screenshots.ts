// `node --conditions=@capstan/source test/console/screenshots.ts [folder]`: opens the console on a living cluster and writes pictures of it.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "puppeteer-core";
import { startBrowser } from "./browser.ts";
import { startStage } from "./stage.ts";

const folder = process.argv[2] ?? join(import.meta.dirname, "../../.results/console");
mkdirSync(folder, { recursive: true });

await using stage = await startStage();
await stage.createCluster("demo", 3);
await sleep(4000);
await stage.createCluster("staging", 12);
await sleep(3000);
await using browser = await startBrowser();

async function openPage(size: { readonly width: number; readonly height: number }, dark: boolean): Promise<Page> {
  const page = await browser.instance.newPage();
  page.on("console", (message) => console.log(message.type(), message.text()));
  page.on("pageerror", (error) => console.log("error", error));
  await page.setViewport({ ...size, deviceScaleFactor: 2 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }]);
  await page.goto(stage.console.url);
  await page.waitForSelector('[role="treeitem"]');
  return page;
}

async function shoot(page: Page, name: string): Promise<void> {
  await sleep(400);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  console.log(`wrote ${name}.png`);
}

for (const dark of [false, true]) {
  const theme = dark ? "dark" : "light";
  const page = await openPage({ width: 1440, height: 900 }, dark);
  await page.focus("#tree");
  for (let line = 0; line < 5; line += 1) await page.keyboard.press("ArrowDown");
  await shoot(page, `tree-${theme}`);
  await page.keyboard.press("g");
  await shoot(page, `picture-${theme}`);
  await page.keyboard.press("2");
  await shoot(page, `reconciles-${theme}`);
  await page.close();
}
const phone = await openPage({ width: 360, height: 740 }, false);
await shoot(phone, "phone-tree");
await phone.click('[role="treeitem"]:nth-child(3)');
await shoot(phone, "phone-object");
await phone.close();
