// What is measured is what users install: packages built to JavaScript, not their sources. Builds are cached by turbo.
import { root, runCommand } from "@capstan/repo";

/** Builds packages and everything they depend on, unless that was done already; rejects with the build's own words. */
export async function buildPackages(names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const filters = names.map((name) => `--filter=${name}...`);
  const command = ["turbo", "run", "build", "--output-logs=errors-only", ...filters];
  const { code, output } = await runCommand(command, { cwd: root });
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}:\n${output.slice(-4000)}`);
}
