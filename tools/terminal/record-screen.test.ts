// A recording of a real shell: what is written, and what is not.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { recordScreen, type Recording } from "./record-screen.ts";

const limits = { leastMs: 100, idleMs: 1000, endMs: 1000, count: 60 };

function recordingIn(folder: string, more: Partial<Recording> = {}): Recording {
  const picture = join(folder, "picture.svg");
  return { cwd: folder, columns: 60, rows: 5, title: "a shell", prompt: "$ ", limits, picture, ...more };
}

/** Records the output of one command. */
async function record(recording: Recording, command: string, shown: RegExp): Promise<string> {
  return recordScreen(recording, async (screen) => {
    screen.press(`${command}\r`);
    return screen.until(shown);
  });
}

async function inFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "capstan-record-"));
  try {
    await run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const isPosix = process.platform === "linux";

test.runIf(isPosix)("the picture has what the shell printed", async () => {
  await inFolder(async (folder) => {
    const recording = recordingIn(folder);
    expect(await record(recording, "echo $((6 * 7)) apples", /^42 apples$/m)).toContain("42 apples");
    const svg = readFileSync(recording.picture, "utf8");
    expect(svg).toContain(">42 apples<");
    expect(svg).toContain("<title>a shell</title>");
  });
});

test.runIf(isPosix)("nothing is written when the terminal showed what no picture may show", async () => {
  await inFolder(async (folder) => {
    const recording = recordingIn(folder, { unseen: [folder] });
    const recorded = record(recording, "pwd", /capstan-record-/);
    await expect(recorded).rejects.toThrow(`the terminal showed ${folder}, which no picture may show`);
    expect(existsSync(recording.picture)).toBe(false);
  });
});
