// The console in a browser: what its program is given, and that this has no token.
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TemporaryFolder } from "../../../test/temporary-folder.ts";
import { openInBrowser } from "./browser.ts";

const url = "http://127.0.0.1:1234/#token=secret";

test.runIf(process.platform === "linux")(
  "the browser gets a page of this user's that leads to the address",
  async () => {
    using folder = new TemporaryFolder();
    const given = join(folder.root, "given");
    writeFileSync(join(folder.root, "xdg-open"), `#!/bin/sh\necho "$@" > ${given}\n`, { mode: 0o755 });
    const env = { PATH: `${folder.root}:${process.env["PATH"] ?? ""}`, DISPLAY: ":0" };
    expect(await openInBrowser({ url, folder: folder.root, env })).toBe(true);
    const page = join(folder.root, "console.html");
    await expect
      .poll(() => readFileSync(given, { encoding: "utf8", flag: "a+" }), { timeout: 20_000 })
      .toBe(`${page}\n`);
    expect(readFileSync(page, "utf8")).toContain(`content="0; url=${url}"`);
    expect(statSync(page).mode & 0o777).toBe(0o600);
  },
);

test.runIf(process.platform === "linux").each([
  ["without a screen", {}],
  ["over SSH", { DISPLAY: ":0", SSH_CONNECTION: "1" }],
  ["without the program", { DISPLAY: ":0", PATH: "/nowhere" }],
])("%s nothing is opened", async (_, env) => {
  using folder = new TemporaryFolder();
  expect(await openInBrowser({ url, folder: folder.root, env })).toBe(false);
});
