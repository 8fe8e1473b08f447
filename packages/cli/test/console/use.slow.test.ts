// The console of a small session in Chromium: what people see of a failure, and how they use the page with the mouse and with the keyboard alone.
import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startBrowser, type RunningBrowser } from "@capstan/tool-browser";
import { readPageFiles } from "../../src/console/page-files.ts";
import { openPage, press, retype, see, whyNoPage } from "./open-page.ts";
import { SmallSession } from "./small-session.ts";

let session: SmallSession;
let browser: RunningBrowser;
let page: Page;
let wrongs: readonly string[];

describe.skipIf(whyNoPage !== "")(`the page${whyNoPage === "" ? "" : ` (${whyNoPage})`}`, () => {
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser[Symbol.asyncDispose]());
  beforeEach(async () => {
    session = await SmallSession.start();
    ({ page, wrongs } = await openPage(browser, session.console));
    await see(page, "#tree").toContain("workers");
  });

  test("the script stays under 100 KB", () => {
    const { content = "" } = readPageFiles().get("/console.js") ?? {};
    expect(content).not.toBe("");
    expect(Buffer.byteLength(content)).toBeLessThan(100_000);
  });

  test("a deletion is a question that can be read, and ends by itself", async () => {
    await page.click('[role="treeitem"]:nth-child(2)');
    await page.click(".actions button:last-child");
    await see(page, ".danger").toBe("Really delete?");
    const [ground, panel] = await page.$$eval(".danger, .objects", (parts) =>
      parts.map((part) => part.ownerDocument.defaultView?.getComputedStyle(part).backgroundColor),
    );
    expect(ground).not.toBe(panel);
    const isRed = await page.$eval(".danger", (part) => {
      const color = part.ownerDocument.defaultView?.getComputedStyle(part).backgroundColor ?? "";
      const [red = 0, green = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
      return red > 2 * green;
    });
    expect(isRed).toBe(true);
    await press(page, "Escape");
    await expect.poll(() => page.$(".danger")).toBeNull();
    await page.click(".actions button:last-child");
    await see(page, ".danger").toBe("Really delete?");
    await expect.poll(() => page.$(".danger")).toBeNull();
    expect(session.done).toEqual([]);
    await page.click(".actions button:last-child");
    await page.click(".danger");
    await see(page, ".messages").toContain("deleting");
    expect(wrongs).toEqual([]);
  });

  test("the tree shows the line at which the keys begin, and Enter chooses it", async () => {
    await page.focus("#search");
    for (let steps = 0; steps < 10 && (await page.$("#tree:focus")) === null; steps += 1) await press(page, "Tab");
    await see(page, "#tree .active").toContain("dev");
    expect(
      await page.$eval("#tree", (tree) => tree.ownerDocument.defaultView?.getComputedStyle(tree).outlineStyle),
    ).toBe("solid");
    await press(page, "Enter");
    await see(page, ".detail h2").toContain("default/dev");
  });

  test("the boxes of the picture are reached and chosen with the keyboard", async () => {
    await press(page, "g");
    await page.waitForSelector(".box");
    await page.focus(".choice button:last-child");
    for (let steps = 0; steps < 10 && (await page.$(".box:focus")) === null; steps += 1) await press(page, "Tab");
    const name = await page.$eval(".box:focus", (box) => box.getAttribute("aria-label") ?? "");
    await press(page, "Enter");
    await see(page, ".detail .kind").toContain(name.split(" ")[0] ?? "?");
    expect(wrongs).toEqual([]);
  });

  test("the badge leads to what is wrong, whole, and to the lines of the log with their levels", async () => {
    await see(page, ".process").toBe("ready");
    const text = "src/machine.ts:3:9 error dev/failed: Reconciler error of Foo a: no cloud\n> 3 |   throw new Error()";
    session.source.note(text, "error", "Foo a");
    session.source.wrong({ errors: [text, "error dev/types: no number"] });
    session.source.log('{"level":"warn","ts":"2026-01-01T10:00:04Z","msg":"Retrying","tries":3}\nlistening\n');
    await see(page, ".process.failed").toBe("runs, 2 problems");
    await see(page, ".banner").toContain("src/machine.ts:3:9");
    expect(await page.$eval(".banner", (banner) => banner.textContent)).not.toContain("throw new");
    await page.click(".process");
    await see(page, ".wrong").toContain("throw new Error()");
    await see(page, ".wrong").toContain("no number");
    await see(page, ".log-line.warn").toContain("Retrying  tries=3");
    await see(page, ".log-line.error").toContain("throw new Error()");
    await page.click(".page-head .choice button:last-child");
    await see(page, '.page [role="list"]').not.toContain("listening");
    await see(page, '.page [role="list"]').toContain("throw new Error()");
    session.source.wrong({ errors: [] });
    await see(page, ".process").toBe("ready");
    await expect.poll(() => page.$(".wrong")).toBeNull();
    expect(wrongs).toEqual([]);
  });

  test("a hook that holds something waits, and one that failed opens with the whole reason and is a red cap", async () => {
    const call = { type: "hook", hook: "BeforeClusterUpgrade", handler: "before-cluster-upgrade", ms: 2 } as const;
    const held = { status: "Success", retryAfterSeconds: 60, message: "the cluster is frozen" } as const;
    session.source.trace({ ...call, at: Date.now(), ...held });
    await press(page, "3");
    await see(page, ".hook-line.held").toMatch(/waits[^]*BeforeClusterUpgrade[^]*again in 60 s: the cluster is frozen/);
    expect(await page.$(".track .failure")).toBeNull();
    const reason = "src/hooks.ts:4:9 error dev/failed: Call failed: no room\n> 4 |   throw new Error()";
    session.source.note(reason, "error", "handler before-cluster-upgrade");
    const message = "handler before-cluster-upgrade failed with Error; the log of the extension has the reason";
    session.source.trace({ ...call, at: Date.now(), status: "Failure", message });
    await page.waitForSelector(".hook-line.error");
    await page.focus(".hook-line.error");
    await press(page, "Enter");
    await see(page, ".open-hook").toContain(message);
    await see(page, ".open-hook").toContain("> 4 |   throw new Error()");
    expect(await page.$$(".track .failure")).not.toEqual([]);
    await see(page, ".open-hook").toContain("Dev does not have the request");
    await press(page, "Escape");
    await expect.poll(() => page.$(".open-hook")).toBeNull();
    await expect.poll(() => page.$(".hook-line.error:focus")).not.toBeNull();
    expect(wrongs).toEqual([]);
  });

  test("a call of a hook that is not answered stands above the answers, until it is answered", async () => {
    const cluster = { namespace: "default", name: "dev" };
    const call = { hook: "BeforeClusterUpgrade", handler: "gate", cluster } as const;
    session.source.trace({ type: "hook", ...call, at: Date.now() - 60_000, status: "Success", ms: 2 });
    session.source.wrong({ calling: [{ ...call, at: Date.now(), since: Date.now() - 40_000 }] });
    await press(page, "3");
    await see(page, ".hook-line:first-child").toMatch(
      /called[^]*BeforeClusterUpgrade[^]*called 4\d s ago · default\/dev/,
    );
    await see(page, ".virtual .hook-line").toContain("allowed");
    session.source.wrong({});
    await expect.poll(() => page.$(".hook-line.calling")).toBeNull();
    expect(wrongs).toEqual([]);
  });

  test("a clock that was moved is shown, and of a session that has ended nothing looks alive", async () => {
    await page.click('[popovertarget="faults"]');
    await see(page, "#faults").toContain("Clock of the simulation");
    await page.click("#faults .menu-part button:last-child");
    await see(page, ".messages").toContain("1 day later");
    await see(page, ".tag.ahead").toBe("+1 day");
    await session.console.close();
    await see(page, ".process.ended").toBe("ended");
    expect(await page.$(".live.on")).toBeNull();
    expect(await page.$('[popovertarget="faults"]')).toBeNull();
  });

  test("an editor shows an error that is out of sight, and says that Escape again discards", async () => {
    await page.click('[role="treeitem"]:nth-child(1)');
    await page.waitForSelector("#panel-object");
    await page.click(".actions button");
    const lines = Array.from({ length: 37 }, (_, index) => `  a${index}: b`);
    await retype(page, ["apiVersion: v1", "kind: ConfigMap", "metadata: {name: a}", "data:", ...lines].join("\n"));
    await see(page, ".editor-actions").toContain("No errors");
    await page.keyboard.type("\nno: [yaml");
    await see(page, ".editor-actions").toMatch(/1 error: line 4\d/);
    await page.$eval("textarea", (area) => (area.scrollTop = 0));
    await page.click(".editor-actions .alarm");
    expect(await page.$eval("textarea", (area) => area.scrollTop)).toBeGreaterThan(0);
    await press(page, "Escape");
    await see(page, ".editor-actions").toContain("Discard changes Esc again");
    await press(page, "Escape");
    await expect.poll(() => page.$("textarea")).toBeNull();
    expect(session.done).toEqual([]);
  });

  test("the menu of faults says what its clock moves, and messages leave what an editor reports in sight", async () => {
    await page.click('[role="treeitem"]:nth-child(1)');
    await page.waitForSelector("#panel-object");
    await page.click(".actions button");
    await retype(page, "no: [yaml");
    await see(page, ".editor-actions").toContain("1 error");
    await page.click('[popovertarget="faults"]');
    await see(page, "#faults").toContain("The API server, what is simulated and the project's controllers run");
    for (const _ of ["first", "second"]) await page.click("#faults .menu-part button:last-child");
    await page.waitForSelector(".messages p:nth-child(2)");
    const messages = await (await page.$(".messages"))?.boundingBox();
    const reported = await (await page.$(".problems"))?.boundingBox();
    expect(reported?.height).toBeGreaterThan(0);
    expect((messages?.y ?? 0) + (messages?.height ?? Infinity)).toBeLessThan(reported?.y ?? 0);
  });

  test("the bar says when and what, and does not move under the pointer", async () => {
    await see(page, ".axis").toMatch(/\d\d:\d\d:\d\d[^]*added[^]*failed[^]*\d\d:\d\d:\d\d/);
    const box = await (await page.waitForSelector("#time"))?.boundingBox();
    const [x, y] = [(box?.x ?? 0) + 2, (box?.y ?? 0) + 10];
    await page.mouse.move(x, y);
    await see(page, ".tip").toMatch(/^\d\d:\d\d:\d\d · 2 added/);
    const axis = (): Promise<string> => page.$eval(".axis", (part) => part.textContent);
    const before = await axis();
    // The bar follows once a second otherwise.
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(await axis()).toBe(before);
    await page.mouse.move(x, y - 200);
    await expect.poll(() => page.$(".tip")).toBeNull();
    await expect.poll(axis).not.toBe(before);
    expect(wrongs).toEqual([]);
  });

  test("the counter at the top leads to the next object that failed, whose reason the tree shows", async () => {
    const conditions = [{ type: "Ready", status: "False", reason: "QuotaError", message: "* no quota" }];
    session.put({ kind: "CustomResourceDefinition", name: "foos", apiVersion: "apiextensions.k8s.io/v1" });
    session.put({ kind: "FooMachine", name: "dev-workers-r6g4k", apiVersion: "a.io/v1", status: { conditions } });
    await see(page, ".top-counts").toMatch(/^1\s+failed$/);
    await press(page, "2", "e");
    await see(page, ".detail h2").toContain("dev-workers-r6g4k");
    await see(page, ".state-words").toBe("QuotaError · no quota");
    await see(page, "#tree .active").toMatch(/FooMachine[^]*QuotaError/);
    expect(wrongs).toEqual([]);
  });

  test("a Cluster that is upgraded has both versions in the tree and beside it", async () => {
    session.put({ kind: "Cluster", name: "up", spec: { topology: { version: "v1.34.0" } } });
    const plane = { kind: "FooControlPlane", name: "cp", owner: "up", apiVersion: "a.io/v1" };
    session.put({ ...plane, spec: { version: "v1.33.0" } });
    await see(page, "#tree .tag").toBe("v1.33.0 → v1.34.0");
    await page.click('[role="treeitem"]:nth-child(3)');
    await see(page, ".detail-title .warning").toBe("v1.33.0 → v1.34.0");
    session.put({ ...plane, spec: { version: "v1.34.0" } });
    await expect.poll(() => page.$("#tree .tag, .detail-title .warning")).toBeNull();
    expect(wrongs).toEqual([]);
  });

  test("a warning is shown on all pages, and is no error; equal lines of the log are one", async () => {
    const warning = "warning dev/not-valid: Foo: 1 of 1 stored objects are not valid any more";
    session.source.wrong({ warnings: [warning] });
    await see(page, ".process").toBe("ready");
    await see(page, ".banner button").toBe(warning);
    await page.click(".banner button");
    await see(page, ".wrong .warning").toBe(warning);
    for (let times = 0; times < 3; times += 1) session.source.note("no host", "warn");
    await see(page, ".log-line.warn .main").toBe("3×no host");
    session.source.wrong({});
    await expect.poll(() => page.$(".wrong")).toBeNull();
    expect(wrongs).toEqual([]);
  });

  test("the list of reconciles says that records of the trace were left out", async () => {
    await press(page, "2");
    await page.waitForSelector('.page[aria-label="Reconciles"]');
    expect(await page.$(".left-out")).toBeNull();
    session.source.update({ leftOut: 12_345 });
    await see(page, ".left-out").toMatch(/^12,345 records of the trace were left out/);
    session.source.update({ leftOut: 0 });
    await expect.poll(() => page.$(".left-out")).toBeNull();
    expect(wrongs).toEqual([]);
  });

  test("each write of a reconcile has its diff, also of another object, in the list and at its own object", async () => {
    const at = Date.now();
    session.put({ kind: "Secret", name: "token", apiVersion: "v1", data: { key: "aGVsbG8=" } });
    session.put({ kind: "Cluster", name: "dev", spec: { paused: true } });
    const run = { controller: "workers", key: { namespace: "default", name: "workers" }, reconcileId: "one" } as const;
    const secret = { apiVersion: "v1", kind: "Secret", namespace: "default", name: "token", resourceVersion: "3" };
    const cluster = { ...secret, apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", name: "dev" };
    const write = { type: "write", at, ...run, ms: 1, answer: "stored" } as const;
    session.source.trace({ ...write, verb: "create", object: secret });
    session.source.trace({ ...write, verb: "patch", object: { ...cluster, resourceVersion: "4" } });
    session.source.trace({ ...write, at: at + 60_000, verb: "patch", object: secret });
    const ran = {
      type: "run",
      at,
      kind: "MachineDeployment",
      why: [],
      omitted: 0,
      waitedMs: 0,
      ms: 9,
      failures: 0,
    } as const;
    session.source.trace({ ...ran, ...run, outcome: "done" });
    const shows = async (place: string): Promise<void> => {
      await see(page, `${place} .writes li:nth-child(1)`).toMatch(
        /create Secret default\/token[^]*data\.key\s+\(hidden\)/,
      );
      await see(page, `${place} .writes li:nth-child(2)`).toMatch(/patch Cluster default\/dev[^]*spec\.paused\s+true/);
      await see(page, `${place} .writes li:nth-child(3)`).toContain("nothing changed: it was so already");
      expect(await page.content()).not.toContain("aGVsbG8=");
    };
    await press(page, "2");
    await (await page.waitForSelector("button.run-line"))?.click();
    await shows(".open-run");
    await press(page, "Escape");
    await expect.poll(() => page.$(".open-run")).toBeNull();
    await page.click("button.run-line");
    await (await page.waitForSelector(".open-run ::-p-text(Show the object)"))?.click();
    await see(page, ".detail h2").toContain("default/workers");
    await (await page.waitForSelector("#tab-object-reconciles"))?.click();
    await shows(".runs");
    expect(wrongs).toEqual([]);
  });

  test("a reconcile that runs for long is shown on all pages and at its object, until it ends", async () => {
    const running = [{ object: "MachineDeployment default/workers", since: Date.now() - 40_000 }];
    session.source.wrong({ errors: [], running });
    const words = /^reconcile runs for 4\d s: MachineDeployment default\/workers$/;
    await see(page, ".banner").toMatch(words);
    await page.click('[role="treeitem"]:nth-child(2)');
    await see(page, ".detail-title .warning").toMatch(words);
    await press(page, "4");
    await see(page, ".wrong .warning").toMatch(words);
    session.source.wrong({ errors: [] });
    await expect.poll(() => page.$(".wrong")).toBeNull();
    expect(wrongs).toEqual([]);
  });

  test("what is simulated is marked, in the tree and beside an object", async () => {
    session.put({ kind: "FooMachine", name: "own", apiVersion: "a.io/v1" });
    session.put({
      kind: "FooMachine",
      name: "own",
      apiVersion: "a.io/v1",
      status: { message: "", deprecated: { a: 1 } },
    });
    await see(page, ".plays").toBe("Simulated: Cluster API's core");
    await see(page, '[role="treeitem"]:nth-child(1)').toMatch(/Cluster[^]*dev[^]*simulated/);
    await see(page, '[role="treeitem"]:nth-child(4)').toMatch(/FooMachine[^]*own$/);
    await page.click('[role="treeitem"]:nth-child(1)');
    await (await page.waitForSelector("#tab-object-reconciles"))?.click();
    await see(page, "#panel-object").toContain("Cluster API's core reconciles objects of Cluster, not this project.");
    await see(page, ".detail-title .kind").toContain("simulated");
    await page.click('[role="treeitem"]:nth-child(4)');
    await (await page.waitForSelector("#tab-object-changes"))?.click();
    await see(page, ".changes").toMatch(/status\.message[^]*empty[^]*and 1 of status.deprecated/);
    expect(wrongs).toEqual([]);
  });

  test("nothing is wider than a phone, on any page", async () => {
    const text = `src/machine.ts:3:9 error dev/failed: ${"a long reason ".repeat(20)}`;
    session.source.note(text, "error", "handler gate");
    session.source.wrong({ errors: [text] });
    session.source.update({ aheadSeconds: 86_400 });
    const hook = { type: "hook", hook: "BeforeClusterUpgrade", handler: "gate", ms: 2 } as const;
    session.source.trace({ ...hook, at: Date.now(), status: "Failure", message: text });
    await page.setViewport({ width: 390, height: 844 });
    for (const key of ["1", "2", "3", "4"] as const) {
      await press(page, key);
      if (key === "3") await (await page.waitForSelector(".hook-line"))?.click();
      await page.waitForSelector(
        `#tab-pages-${["cluster", "reconciles", "hooks", "log"][Number(key) - 1]}[aria-selected="true"]`,
      );
      expect(await page.$eval("html", (html) => html.scrollWidth)).toBe(390);
    }
    expect(wrongs).toEqual([]);
  });

  test("a new object begins as one like the chosen one", async () => {
    await page.click('[role="treeitem"]:nth-child(2)');
    await see(page, ".detail h2").toContain("workers");
    await press(page, "n");
    await page.waitForSelector("textarea");
    const yaml = await page.$eval("textarea", (area) => area.value);
    expect(yaml).toMatch(/kind: MachineDeployment\nmetadata:\n {2}name: workers-copy\n {2}namespace: default\n$/);
    await press(page, "Escape");
    await expect.poll(() => page.$("textarea")).toBeNull();
  });
});
