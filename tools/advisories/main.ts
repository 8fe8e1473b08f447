// `pnpm run advisories [--registry URL]`: prints the known holes of what users of the published packages install.
// Exit codes: 0 none is known, 1 some are, 2 a wrong command line, 3 the registry says nothing, which is not a result.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { describeError } from "@capstan/kube";
import { root, runCommand } from "@capstan/repo";
import { askRegistry } from "./ask-registry.ts";
import { productionPackages } from "./production-packages.ts";

const noAnswerCode = 3;

/** The registry that is named, or the one that npm and pnpm use here. */
async function registryOf(): Promise<string> {
  try {
    const { registry } = parseArgs({ options: { registry: { type: "string" } } }).values;
    const configured = registry ?? process.env["npm_config_registry"];
    const url =
      configured ?? (await runCommand(["npm", "config", "get", "registry"])).output.trim().split("\n").at(-1) ?? "";
    if (!/^https?:$/.test(new URL(url).protocol)) throw new Error(`"${url}" is not a URL of http or https`);
    return url;
  } catch (error) {
    console.error(`${describeError(error)}\nusage: advisories [--registry URL]`);
    process.exit(2);
  }
}

const packages = productionPackages(readFileSync(join(root, "pnpm-lock.yaml"), "utf8"));
const count = [...packages.values()].reduce((sum, versions) => sum + versions.size, 0);
const answer = await askRegistry(await registryOf(), packages);
if ("noAnswer" in answer) {
  console.log(`not checked: ${answer.noAnswer}; name another registry with --registry`);
  process.exitCode = noAnswerCode;
} else {
  for (const { name, version, severity, title, url } of answer.findings)
    console.log(`${name} ${version}: ${severity}: ${title}\n  ${url}`);
  const failed = new Set(answer.findings.map(({ name, version }) => `${name}@${version}`)).size;
  console.log(`${count - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
