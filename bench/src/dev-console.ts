// The console of dev in Chromium: how long it takes until a person can use the page.
import { findChromium, type RunningBrowser, startBrowser } from "@capstan/tool-browser";
import { withDev } from "./dev-project.ts";
import { median } from "./statistics.ts";

const loads = 5;

/** Runs in the page before its own scripts: notes when a frame with objects of the tree has been drawn and nothing else keeps the page from an answer to a key. */
const noteInteractive = `
  const look = () => {
    if (document.querySelector("[role=treeitem]") === null) requestAnimationFrame(look);
    else setTimeout(() => (globalThis.interactiveMs = performance.now()));
  };
  requestAnimationFrame(look);
`;

/** Milliseconds from the start of the navigation, the median; undefined where there is no Chromium. The browser runs already, as that of an author does. */
export async function consoleLoadMs(): Promise<number | undefined> {
  if (findChromium() === undefined) return undefined;
  await using browser = await startBrowser();
  return await withDev(["--apply"], async ({ running }) => {
    const url = (await running.printed(/console: \S+/)).slice("console: ".length);
    await running.printed(/Machine \S+: Running/);
    return medianLoadMs(browser, url);
  });
}

/** The same of a console that runs. */
export async function medianLoadMs({ instance }: Pick<RunningBrowser, "instance">, url: string): Promise<number> {
  const times: number[] = [];
  for (let load = 0; load < loads; load += 1) {
    const page = await instance.newPage();
    await page.evaluateOnNewDocument(noteInteractive);
    await page.goto(url);
    const at = await page.waitForFunction("globalThis.interactiveMs");
    times.push(Number(await at.jsonValue()));
    await page.close();
  }
  return median(times);
}
