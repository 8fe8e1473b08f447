// A project that another user has put into a folder above the user's own, as anyone can in a shared temporary folder. Its configuration is
// code: first it is shown to run where the user has put it there.
import { chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "@capstan/repo";
import type { Attack } from "../area.ts";
import { type Ran, run } from "../imports/project.ts";

const nobody = 65_534;
const main = join(root, "packages/cli/src/main.ts");

/** Each reads a project's configuration. */
const commands = [["doctor"], ["generate"], ["bundle"], ["dev"]] as const;

/** What the other user can own: the manifest that makes the folder a project, the code, or both. */
const plants = [["package.json", "capstan.config.ts"], ["capstan.config.ts"], ["package.json"]] as const;

export const foreignProject: Attack = {
  name: "a project of another user in a folder above, and `capstan doctor`, `generate`, `bundle` and `dev`",
  before: "its configuration runs",
  async run(lab) {
    if (process.getuid?.() !== 0) return "not tried: only root can make files of another user";
    const shared = join(lab.folder, "shared");
    const mark = join(lab.folder, "mark");
    const own = join(shared, "own");
    mkdirSync(own, { recursive: true });
    writeFileSync(join(shared, "package.json"), '{"type":"module"}');
    writeFileSync(
      join(shared, "capstan.config.ts"),
      `process.getBuiltinModule("node:fs").writeFileSync(${JSON.stringify(mark)}, "");\nexport default {};\n`,
    );
    const capstan = (command: readonly string[]): Promise<Ran> =>
      run([process.execPath, "--conditions=@capstan/source", main, ...command], own);
    await capstan(commands[0]);
    if (!existsSync(mark)) throw new Error("the configuration does not run where it is the user's own either");
    rmSync(mark);
    for (const files of plants) {
      for (const name of ["package.json", "capstan.config.ts"]) chownSync(join(shared, name), 0, 0);
      for (const name of files) chownSync(join(shared, name), nobody, nobody);
      for (const command of commands) {
        const { code, output } = await capstan(command);
        const what = `${command.join(" ")} with ${files.join(" and ")} of another user`;
        if (existsSync(mark)) throw new Error(`the other user's code ran: ${what}`);
        if (code !== 1 || !output.includes("cli/foreign-project"))
          lab.fault("wrong", `ended with ${code}: ${output.slice(-300)}`, what);
      }
    }
    return "`cli/foreign-project`; the same project runs where its files are the user's own";
  },
};
