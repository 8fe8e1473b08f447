// `pnpm run ten-lines:record`: publishes the packages to a registry on this computer, follows docs/ten-lines.md in an empty folder of a
// terminal, the second time, in which npm has what it needs, and writes what the terminal showed to docs/images/ten-lines.svg. The prompt
// has the seconds since the shell started. Fails when they are more than the page promises.
import { copyFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "@capstan/repo";
import type { PtyScreen } from "@capstan/tool-terminal";
import { type Computer, enter, pasteLine, promptAtEnd, recordShell, type, withComputer } from "./recorded-shell.ts";
import { answered, countedLines, tenLinesCommands, tenLinesFiles, tenLinesProblems } from "./ten-lines-page.ts";

const picture = "docs/images/ten-lines.svg";

await withComputer(async (computer) => {
  const cold = await follow(computer, join(computer.work, "cold.svg"));
  const warm = await follow(computer, join(computer.work, "warm.svg"));
  const problems = tenLinesProblems(warm);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  copyFileSync(join(computer.work, "warm.svg"), join(root, picture));
  console.log(
    `${picture} shows ${countedLines()} lines, answered ${warm} s after the shell started, and ${cold} s the first time`,
  );
});

/** Follows the page in a terminal; returns the seconds that the last prompt shows. */
function follow(computer: Computer, file: string): Promise<number> {
  const recording = {
    title: "From an empty folder to an answered call, in a terminal",
    picture: file,
    limits: { leastMs: 120, idleMs: 30_000, endMs: 6000, count: 120 },
    // `npm init` prints the folder.
    cwd: "/tmp/freeze",
    columns: 98,
    rows: 32,
  };
  return recordShell(computer, recording, play);
}

async function play(screen: PtyScreen): Promise<number> {
  for (const command of tenLinesCommands) {
    if (command.startsWith("npx")) await writeFiles(screen);
    await enter(screen, command);
  }
  const seen = screen.lines().join("\n");
  if (!answered.test(seen)) throw new Error(`the call was not answered:\n${seen}`);
  return Number(promptAtEnd.exec(seen)?.[1]);
}

/** The files, as a person would write them without an editor. */
async function writeFiles(screen: PtyScreen): Promise<void> {
  const folders = new Set(tenLinesFiles.map(({ path }) => dirname(path)));
  await enter(screen, `mkdir ${[...folders].join(" ")}`);
  for (const { path, text } of tenLinesFiles) {
    await type(screen, `cat > ${path} << 'EOF'`);
    for (const line of [...text.trimEnd().split("\n"), "EOF"]) await pasteLine(screen, line);
    await enter(screen, "");
  }
}
