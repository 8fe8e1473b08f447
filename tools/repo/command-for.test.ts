// What a command's name means on each platform; Windows is simulated by its own path rules and file names.
import { existsSync } from "node:fs";
import { isCapstanError } from "@capstan/kube";
import { describe, expect, it } from "vitest";
import { binsOf, commandFor, type Lookups } from "./command-for.ts";
import { lookupsHere } from "./workspace-bins.ts";

const windows: Lookups = {
  node: String.raw`C:\repo\node_modules\node\bin\node.exe`,
  bin: (name) =>
    ({
      tsc: { path: String.raw`C:\repo\node_modules\typescript\bin\tsc`, javascript: true },
      native: { path: String.raw`C:\repo\node_modules\native\native.exe`, javascript: false },
    })[name],
  exists: (path) => path.startsWith(String.raw`C:\Program Files\nodejs\node_modules\npm\bin`),
  path: String.raw`C:\repo\node_modules\.bin;C:\Windows\System32;C:\Program Files\nodejs`,
  npmExecPath: undefined,
};
const linux: Lookups = { ...windows, node: "/n/bin/node", path: "/usr/bin" };
const npmFolder = String.raw`C:\Program Files\nodejs\node_modules\npm\bin`;

const cases = [
  { on: "win32", program: "node", lookups: windows, want: [windows.node] },
  {
    on: "win32",
    program: "tsc",
    lookups: windows,
    want: [windows.node, String.raw`C:\repo\node_modules\typescript\bin\tsc`],
  },
  { on: "win32", program: "native", lookups: windows, want: [String.raw`C:\repo\node_modules\native\native.exe`] },
  { on: "win32", program: "npx", lookups: windows, want: [windows.node, String.raw`${npmFolder}\npx-cli.js`] },
  { on: "win32", program: "npm", lookups: windows, want: [windows.node, String.raw`${npmFolder}\npm-cli.js`] },
  {
    on: "win32",
    program: "npx",
    // A script that npm runs knows its npm; no folder of PATH is needed.
    lookups: { ...windows, path: undefined, npmExecPath: String.raw`${npmFolder}\npm-cli.js` },
    want: [windows.node, String.raw`${npmFolder}\npx-cli.js`],
  },
  {
    on: "win32",
    program: "pnpm",
    lookups: { ...windows, npmExecPath: String.raw`C:\u\_npx\1\pnpm.exe` },
    want: [String.raw`C:\u\_npx\1\pnpm.exe`],
  },
  {
    on: "win32",
    program: "pnpm",
    lookups: { ...windows, npmExecPath: String.raw`C:\u\pnpm.cjs` },
    want: [windows.node, String.raw`C:\u\pnpm.cjs`],
  },
  { on: "win32", program: "git", lookups: windows, want: ["git"] },
  { on: "linux", program: "npx", lookups: linux, want: ["npx"] },
  { on: "linux", program: "pnpm", lookups: { ...linux, npmExecPath: "/c/pnpm" }, want: ["/c/pnpm"] },
  { on: "linux", program: "pnpm", lookups: { ...linux, npmExecPath: "/c/npm-cli.js" }, want: ["pnpm"] },
  { on: "linux", program: "go", lookups: linux, want: ["go"] },
] as const;

describe("commandFor", () => {
  for (const { on, program, lookups, want } of cases) {
    it(`${program} on ${on} is ${want.join(" ")}`, () => {
      expect(commandFor(program, on, lookups)).toEqual(want);
    });
  }

  it("says what to do where Windows has no npm", () => {
    const call = (): unknown => commandFor("npx", "win32", { ...windows, path: String.raw`C:\Windows` });
    expect(call).toThrow(String.raw`No folder of PATH has npm's npx-cli.js in node_modules\npm\bin.`);
    expect(call).toThrow(expect.toSatisfy((error: unknown) => isCapstanError(error, "repo/npm-not-found")));
  });

  const tools = ["oxfmt", "oxlint", "turbo", "tsc", "tsup", "vitest", "changeset"];
  it.each(tools)("%s of this workspace is a JavaScript file, whatever the platform", (tool) => {
    for (const platform of ["linux", "win32"] as const) {
      const [node, file = "", ...more] = commandFor(tool, platform, lookupsHere());
      expect([node, existsSync(file), more]).toEqual([process.execPath, true, []]);
    }
  });
});

describe("binsOf", () => {
  it("reads both forms of a manifest's bin", () => {
    expect(binsOf("/n/@a/b", { name: "@a/b", bin: "./cli.js" })).toEqual({ b: "/n/@a/b/cli.js" });
    expect(binsOf("/n/c", { name: "c", bin: { d: "bin/d", e: "e.js" } })).toEqual({ d: "/n/c/bin/d", e: "/n/c/e.js" });
    expect(binsOf("/n/f", { name: "f" })).toEqual({});
  });
});
