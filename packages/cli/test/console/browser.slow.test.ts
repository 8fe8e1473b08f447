// The page of the console in Chromium, on a cluster that lives: what people see and do, with the keyboard alone too, and what the page may not do.
import { ConfigMap } from "@capstan/kube/builtin";
import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startConsole } from "../../src/console/console-server.ts";
import { SessionSource } from "../../src/console/session-source.ts";
import { Timeline } from "../../src/dev/timeline/timeline.ts";
import { startBrowser, type RunningBrowser } from "@capstan/tool-browser";
import { focused, openPage, press, retype, see, whyNoPage } from "./open-page.ts";
import { startStage, type Stage } from "./stage.ts";
import { StageMachine } from "./stage-objects.ts";

let stage: Stage;
let browser: RunningBrowser;
/** What the page did that it should not have done. */
let wrongs: readonly string[];

async function open(url: string = stage.console.url): Promise<Page> {
  const opened = await openPage(browser, { ...stage.console, url });
  wrongs = opened.wrongs;
  return opened.page;
}

describe.skipIf(whyNoPage !== "")(`the page${whyNoPage === "" ? "" : ` (${whyNoPage})`}`, () => {
  beforeAll(async () => {
    stage = await startStage();
    await stage.createCluster("demo", 2);
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await stage[Symbol.asyncDispose]();
  });

  test("shows the cluster as a tree that grows while one looks, without a wrong request or error", async () => {
    const page = await open();
    await see(page, "#tree").toContain("demo-control-plane");
    await stage.createCluster("second", 1);
    await see(page, "#tree").toContain("second-control-plane");
    await see(page, "#tree").toContain("second-workers");
    expect(page.url()).toBe(`${stage.console.origin}/`);
    expect(wrongs).toEqual([]);
  });

  test("shows an object with its conditions, YAML, changes and reconciles, by the keyboard alone", async () => {
    const page = await open();
    await see(page, "#tree").toContain("demo-control-plane");
    await press(page, "/");
    await page.keyboard.type("stagemachine/default");
    await see(page, "#tree").not.toContain("StageCluster");
    for (let steps = 0; (await focused(page)) !== "tree" && steps < 10; steps += 1) await press(page, "Tab");
    await press(page, "End");
    await see(page, ".detail").toContain("StageMachine");
    await see(page, ".conditions").toContain("Ready");
    for (let steps = 0; !(await focused(page)).startsWith("tab-object") && steps < 12; steps += 1)
      await press(page, "Tab");
    await press(page, "ArrowRight");
    await see(page, ".yaml").toContain("kind: StageMachine");
    await press(page, "ArrowRight");
    await see(page, ".changes").toContain("metadata.finalizers");
    await press(page, "ArrowRight");
    await see(page, ".runs").toContain("stagemachine");
    await see(page, ".runs").toContain("patch StageMachine");
    // Another object than the chosen one.
    await see(page, ".writes").toMatch(/create Node \S+[^\n]*\nspec\.providerID\s+stage:\/\/\//);
    expect(wrongs).toEqual([]);
  });

  test("goes back in time, and to now again", async () => {
    const page = await open();
    await see(page, "#tree").toContain("demo-control-plane");
    await page.focus("#time");
    await press(page, "Home");
    await see(page, ".objects").not.toContain("demo-control-plane");
    await see(page, ".time-words").toContain("ago");
    for (let steps = 0; steps < 40; steps += 1) await press(page, "PageUp");
    await see(page, "#tree").toContain("demo-control-plane");
    await press(page, "End");
    await see(page, ".time-words").toContain("now");
    const track = await (await page.waitForSelector("#time"))?.boundingBox();
    await page.mouse.click((track?.x ?? 0) + 2, (track?.y ?? 0) + 10);
    await see(page, ".time-words").toContain("ago");
    expect(wrongs).toEqual([]);
  });

  test("shows errors of YAML at their lines while one types, and writes what has none", async () => {
    const page = await open();
    await see(page, "#tree").toContain("demo-workers");
    await press(page, "n");
    await page.waitForSelector("textarea");
    const yaml = [
      "apiVersion: cluster.x-k8s.io/v1beta2",
      "kind: MachineDeployment",
      "metadata:",
      "  name: more",
      "  namespace: default",
      "spec:",
      "  clusterName: demo",
      "  replicas: many",
    ].join("\n");
    await retype(page, yaml);
    await see(page, ".problems").toContain("8:3");
    await see(page, ".problems").toContain("spec.replicas");
    expect(await page.$eval(".editor .primary", (button) => button.hasAttribute("disabled"))).toBe(true);
    await retype(page, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: typed, namespace: default}\ndata: {a: b}\n");
    await see(page, ".editor-actions").toContain("No errors");
    await page.keyboard.down("Control");
    await press(page, "Enter");
    await page.keyboard.up("Control");
    await see(page, ".messages").toContain("created ConfigMap default/typed");
    await see(page, "#tree").toContain("typed");
    expect(wrongs).toEqual([]);
  });

  test("makes the server fail and recover, and shows it", async () => {
    const page = await open();
    await see(page, "#tree").toContain("demo-workers");
    await page.click('[popovertarget="faults"]');
    await page.click("#faults li:nth-child(3) button");
    await see(page, ".messages").toContain("every update and patch is a conflict");
    await see(page, ".alarm").toContain("1");
    await page.click("#faults li:nth-child(3) button");
    await see(page, ".messages").toContain("ended");
    await expect.poll(() => page.$(".alarm")).toBeNull();
    expect(wrongs).toEqual([]);
  });

  async function openFaults(page: Page): Promise<void> {
    await see(page, "#tree").toContain("demo-workers");
    await page.click('[popovertarget="faults"]');
  }

  /** The names of machines that the page does not show when all is over, and what went wrong in it. */
  async function lost(page: Page): Promise<readonly string[]> {
    const { items } = await stage.client.listAll(StageMachine, {});
    for (const { metadata } of items) await see(page, "#tree").toContain(metadata.name ?? "?");
    await see(page, ".process").toBe("ready");
    return items.length === 0 ? ["all machines"] : wrongs;
  }

  const uids = async (): Promise<readonly (string | undefined)[]> =>
    (await stage.client.listAll(StageMachine, {})).items.map(({ metadata }) => metadata.uid);

  /** How the API server answers now. */
  async function answer(): Promise<"none" | "late" | "at once"> {
    const began = performance.now();
    const read = stage.client.listAll(StageMachine, { signal: AbortSignal.timeout(3000) });
    const isAnswered = await read.then(
      () => true,
      () => false,
    );
    return isAnswered ? (performance.now() - began > 790 ? "late" : "at once") : "none";
  }

  test.each([
    { name: "down", fault: 1, words: "the API server cuts every connection", answered: "none" },
    { name: "slow", fault: 2, words: "the API server takes 800 ms longer", answered: "late" },
  ])(
    "the server is $name by a click, back by another, and all objects are there",
    async ({ fault, words, answered }) => {
      const page = await open();
      await openFaults(page);
      const before = await uids();
      await page.click(`#faults li:nth-child(${fault}) button`);
      await see(page, ".messages").toContain(words);
      await see(page, ".alarm").toContain("1");
      // The page shows the cluster all the same.
      await see(page, "#tree").toContain("demo-workers");
      expect(await answer()).toBe(answered);
      await page.click(`#faults li:nth-child(${fault}) button`);
      await see(page, ".messages").toContain(`ended: ${words}`);
      await expect.poll(() => page.$(".alarm")).toBeNull();
      expect(await uids()).toEqual(expect.arrayContaining([...before]));
      expect(await lost(page)).toEqual([]);
    },
  );

  test("watches are cut by a click, and what happens afterwards is shown", async () => {
    const page = await open();
    await openFaults(page);
    await page.click("#faults .menu-buttons button:nth-child(1)");
    await see(page, ".messages").toMatch(/cut \d+ watches/);
    await stage.createCluster("later", 1);
    await see(page, "#tree").toContain("later-workers");
    expect(await lost(page)).toEqual([]);
  });

  test("the manager is killed by a click and starts again, and all objects are there", async () => {
    const page = await open();
    await openFaults(page);
    await page.click("#faults .menu-buttons button:nth-child(2)");
    await see(page, ".messages").toContain("killed the manager; it starts again");
    await see(page, ".process").toBe("starting");
    await see(page, "#tree").toContain("demo-workers");
    expect(await lost(page)).toEqual([]);
  });

  test("shows foreign markup as text, and cannot be made to run it", async () => {
    const markup = "<img src=x onerror=document.title='taken'><script>document.title='taken'</script>";
    await stage.client.create(ConfigMap, {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { namespace: "default", name: "markup", annotations: { note: markup } },
      data: { markup },
    });
    stage.console.source.log(markup);
    const page = await open();
    await see(page, "#tree").toContain("markup");
    await press(page, "/");
    await page.keyboard.type("configmap/default/markup");
    await see(page, "#tree").not.toContain("demo-workers");
    await page.focus("#tree");
    await press(page, "End");
    await (await page.waitForSelector("#tab-object-yaml"))?.click();
    await see(page, ".yaml").toContain("onerror");
    await press(page, "4");
    await see(page, ".page").toContain("<script>");
    expect(wrongs).toEqual([]);
    // What a hole in the page could do: the policy of its headers stops both.
    await page.$eval("body", (body) => {
      const script = body.ownerDocument.createElement("script");
      try {
        script.text = "document.title = 'taken'";
        body.append(script);
      } catch {
        body.dataset.refused = "yes";
      }
    });
    expect(await page.$eval("body", (body) => body.dataset.refused)).toBe("yes");
    expect(await page.title()).toBe("capstan dev");
  });

  test("says so when it has no token, and shows nothing", async () => {
    const page = await open(stage.console.origin);
    await see(page, ".banner").toContain("it has the token");
    expect(await page.$$('[role="treeitem"]')).toEqual([]);
  });

  test("says that the session has ended, and goes on when it starts again at the same address", async () => {
    const timeline = new Timeline();
    const facts = { project: "again", plays: [], server: "" };
    const source = new SessionSource({ timeline, actions: {}, facts });
    const first = await startConsole(source);
    const page = await browser.instance.newPage();
    onTestFinished(() => page.close());
    await page.goto(first.url);
    await see(page, ".brand").toContain("again");
    await first.close();
    await see(page, ".banner").toContain("capstan dev has ended");
    const second = await startConsole(source, { port: Number(new URL(first.origin).port), token: first.token });
    onTestFinished(() => second.close());
    await expect.poll(() => page.$(".banner")).toBeNull();
    source.wrong({ errors: ["src/main.ts:3:1 something is wrong"] });
    await see(page, ".banner").toContain("something is wrong");
  });

  test("is all in sight on a phone, and nothing moves for those who want that", async () => {
    const page = await open();
    await page.setViewport({ width: 360, height: 740 });
    await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
    await see(page, "#tree").toContain("demo-workers");
    const wide = (): Promise<number> => page.$eval("html", (html) => html.scrollWidth);
    expect(await wide()).toBe(360);
    await page.click('[role="treeitem"]');
    await see(page, ".detail").toContain("Conditions");
    expect(await wide()).toBe(360);
    const animations = await page.$eval("html", (html) => html.ownerDocument.getAnimations().length);
    expect(animations).toBe(0);
    await page.click(".back");
    await see(page, "#tree").toContain("demo-workers");
  });
});
