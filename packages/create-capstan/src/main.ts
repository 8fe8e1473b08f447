#!/usr/bin/env node
// The `create-capstan` command: gives the real terminal to create.ts and exits with what it says.
import { readFileSync } from "node:fs";
import { createProject } from "./create.ts";
import { loadTemplate } from "./load-template.ts";

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
};

process.exitCode = await createProject(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  interactive: process.stdin.isTTY && process.stdout.isTTY,
  version,
  loadTemplate,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
