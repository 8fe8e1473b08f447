// Commands whose failure ends the step that runs them. For checks, the release and its rehearsal.
import { stripVTControlCharacters } from "node:util";
import { runCommand, type CommandOptions } from "./run-command.ts";

/** The output of a command; throws with its last lines when it fails. */
export async function mustRun(command: readonly string[], options: CommandOptions = {}): Promise<string> {
  const { code, output } = await runCommand(command, options);
  if (code !== 0)
    throw new Error(`${command.join(" ")} ended with ${code}:\n${stripVTControlCharacters(output).slice(-6000)}`);
  return output;
}
