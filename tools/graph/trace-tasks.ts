// `pnpm run prove:graph --trace [package...]`: runs every task that turbo keeps results of under strace, and checks that each file
// it read is declared. Takes minutes: run it when tasks, their scripts or what they read have changed.
import type { Step } from "@capstan/repo";
import { plan } from "./dry-run.ts";
import { keptTasks } from "./tasks.ts";
import { traceScript } from "./trace.ts";
import { undeclaredFiles } from "./undeclared.ts";

/** A step for each kept task of the packages named, or of all. */
export async function traceSteps(packages: readonly string[]): Promise<Step[]> {
  const tasks = await plan(keptTasks);
  return [...tasks.values()]
    .filter(
      ({ command, keeps, package: name }) =>
        command !== undefined && keeps && (packages.length === 0 || packages.includes(name)),
    )
    .map((task): Step => ({
      name: task.id,
      run: async () => {
        const { code, output, files } = await traceScript(task);
        if (code !== 0) throw new Error(`${task.command} ended with ${code}:\n${output.slice(-800)}`);
        const undeclared = undeclaredFiles(tasks, task.id, files);
        if (undeclared.length > 0)
          throw new Error(
            `read and not declared in turbo.json (${undeclared.length}):\n${undeclared.slice(0, 12).join("\n")}`,
          );
        return `${files.length} files read`;
      },
    }));
}
