#!/usr/bin/env node
// `pnpm run api-report`: the reports of the public API and what a change of them needs. Exit codes: 0 well, 1 problems,
// 2 usage, 3 reports that are not what the declarations say.
import { parseArgs } from "node:util";
import { describeError } from "@capstan/kube";
import { checkChangesets } from "./changes/check.ts";
import { workspaceRoot } from "./packages.ts";
import { reportsCommand } from "./report/command.ts";

const usage = `api-report [<package folder> ...]       write the reports (of the packages named, or of all)
api-report --check [<package folder> ...]  say what differs, write nothing; exit code 3 when something does
api-report --changesets [--base <commit>]  demand the changesets that a change needs; exit code 1 without them`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      base: { type: "string" },
      changesets: { type: "boolean" },
      check: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help === true) {
    console.log(usage);
    return 0;
  }
  const mixed =
    values.changesets === true ? values.check === true || positionals.length > 0 : values.base !== undefined;
  if (mixed) {
    console.error(`--changesets goes with --base alone\n\n${usage}`);
    return 2;
  }
  if (values.changesets === true) {
    const { outcome, lines } = checkChangesets(workspaceRoot(process.cwd()), values.base);
    console.log(`${outcome === "skipped" ? "skip: " : ""}${lines.join("\n")}`);
    return outcome === "failed" ? 1 : 0;
  }
  return reportsCommand({ cwd: process.cwd(), folders: positionals, check: values.check === true });
}

try {
  process.exitCode = await main();
} catch (caught) {
  console.error(describeError(caught));
  const wrongUsage =
    caught instanceof TypeError && "code" in caught && String(caught.code).startsWith("ERR_PARSE_ARGS");
  if (wrongUsage) console.error(`\n${usage}`);
  process.exitCode = wrongUsage ? 2 : 1;
}
