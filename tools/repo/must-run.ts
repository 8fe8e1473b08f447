// Commands whose failure ends the step that runs them. For checks, the release and its rehearsal.
import { stripVTControlCharacters } from "node:util";
import { runCommand, type CommandOptions } from "./run-command.ts";

/** The output of a command; throws with its last lines when it fails. */
export async function mustRun(command: readonly string[], options: CommandOptions = {}): Promise<string> {
  const { code, output } = await runCommand(command, options);
  if (code !== 0)
    throw new Error(`${shown(command)} ended with ${code}:\n${stripVTControlCharacters(output).slice(-6000)}`);
  return output;
}

/** The command as a person would type it, without the rest of a very long one. */
function shown(command: readonly string[]): string {
  const line = command.join(" ");
  return line.length > 1000 ? `${line.slice(0, 1000)}...` : line;
}
