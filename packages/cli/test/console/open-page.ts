// The page of the console in Chromium, for tests: opened with a look at what it does and should not do, read and typed into as people do.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "puppeteer-core";
import { expect, onTestFinished } from "vitest";
import { findChromium, type RunningBrowser } from "@capstan/tool-browser";
import type { RunningConsole } from "../../src/console/console-server.ts";

const isBuilt = existsSync(join(import.meta.dirname, "../../dist/console/console.js"));

/** Why no page can be opened; empty when one can. */
export const whyNoPage: string = [
  ...(findChromium() === undefined ? ["no Chromium: `pnpm run browser`"] : []),
  ...(isBuilt ? [] : ["the page is not built: `pnpm run build`"]),
].join(", ");

/** A page that is open until the test ends. */
export interface OpenPage {
  readonly page: Page;
  /** What the page did that it should not have done. */
  readonly wrongs: readonly string[];
}

/** Opens the page of a console. */
export async function openPage(
  { instance }: Pick<RunningBrowser, "instance">,
  console: Pick<RunningConsole, "url" | "origin" | "token">,
): Promise<OpenPage> {
  const page = await instance.newPage();
  onTestFinished(() => page.close());
  const wrongs: string[] = [];
  page.on("pageerror", (error) => wrongs.push(`error: ${String(error)}`));
  page.on("console", (message) => {
    if (message.type() === "error") wrongs.push(message.text());
  });
  page.on("request", (request) => {
    // A browser does not send what is behind the #.
    const [address = ""] = request.url().split("#");
    if (!address.startsWith(console.origin)) wrongs.push(`request to ${address}`);
    if (address.includes(console.token)) wrongs.push(`token in ${address}`);
    if ((request.headers()["referer"] ?? "").includes(console.token)) wrongs.push("token in a referrer");
  });
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(console.url);
  return { page, wrongs };
}

/** What one part of the page shows, as people read it. */
const shown = (page: Page, selector: string): Promise<string> =>
  page.$$eval(selector, (parts) => parts.map((part) => ("innerText" in part ? String(part.innerText) : "")).join("\n"));

/** Expects a part of the page to show something, after a while. */
export const see = (page: Page, selector: string): ReturnType<typeof expect.poll<string>> =>
  expect.poll(() => shown(page, selector), { timeout: 20_000 });

/** Presses keys one after the other. */
export async function press(page: Page, ...keys: readonly Parameters<Page["keyboard"]["press"]>[0][]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Replaces all of the editor, as a person does. */
export async function retype(page: Page, yaml: string): Promise<void> {
  await page.focus("textarea");
  await page.keyboard.down("Control");
  await press(page, "a");
  await page.keyboard.up("Control");
  await page.keyboard.type(yaml);
}

/** The id of the part that has the focus. */
export const focused = (page: Page): Promise<string> =>
  page.$eval("html", (html) => html.ownerDocument.activeElement?.id ?? "");
