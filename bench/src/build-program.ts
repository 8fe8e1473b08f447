// Programs of `bench/peers` as users run theirs: JavaScript on packages that are built to JavaScript. A TypeScript file would cost Node 17 MB and some time.
import { fileURLToPath } from "node:url";
import { runCommand } from "@capstan/repo";
import { buildPackages } from "./build-packages.ts";

const bench = fileURLToPath(new URL("..", import.meta.url));

/** Builds a program and the packages that it stands on; the answer is its file. */
export async function buildProgram(name: string, packages: readonly string[]): Promise<string> {
  await buildPackages(packages);
  const command = ["tsup", `peers/${name}.ts`, "--format=esm", "--target=node24", "--silent"];
  const { code, output } = await runCommand(command, { cwd: bench });
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}:\n${output}`);
  return fileURLToPath(new URL(`../dist/${name}.js`, import.meta.url));
}
