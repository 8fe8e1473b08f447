// A recording of a terminal: what it showed while a shell was used, as an animated picture in a file.
import { writeFileSync } from "node:fs";
import { animatedSvg } from "./animated-svg.ts";
import { PtyScreen, type PtyOptions } from "./pty-screen.ts";
import { framesOf, type FrameLimits, type SeenScreen } from "./recorded-frames.ts";
import { screenRows } from "./screen-rows.ts";

/** What is recorded, and into which file. */
export interface Recording extends Omit<PtyOptions, "command" | "wrote"> {
  readonly title: string;
  readonly picture: string;
  readonly limits: FrameLimits;
  /** The prompt of the shell. */
  readonly prompt: string;
  /** What the terminal must not show: folders and addresses of the computer that records. */
  readonly unseen?: readonly string[];
}

const largestBytes = 300_000;
const lookEveryMs = 40;

/** Lets `play` use a shell in a terminal, and writes the picture of what was seen. Returns the result of `play`. */
export async function recordScreen<T>(recording: Recording, play: (screen: PtyScreen) => Promise<T>): Promise<T> {
  const { env, cwd, columns, rows, prompt } = recording;
  const command = ["env", `PS1=${prompt}`, "HISTFILE=/dev/null", "bash", "--noprofile", "--norc", "-i"];
  const own = { NO_COLOR: undefined, npm_config_update_notifier: "false" };
  const screen = new PtyScreen({ command, cwd, columns, rows, env: { ...own, ...env } });
  const seen: SeenScreen[] = [];
  const timer = setInterval(() => look(screen, seen), lookEveryMs);
  try {
    await screen.until(/\$/);
    seen.length = 0;
    const result = await play(screen);
    look(screen, seen);
    for (const value of recording.unseen ?? [])
      if (screen.raw.includes(value)) throw new Error(`the terminal showed ${value}, which no picture may show`);
    write(recording, seen);
    return result;
  } finally {
    clearInterval(timer);
    screen.close();
  }
}

/** Keeps the screen when it is another one. */
function look(screen: PtyScreen, seen: SeenScreen[]): void {
  const rows = screenRows(screen.terminal);
  if (JSON.stringify(seen.at(-1)?.rows) !== JSON.stringify(rows)) seen.push({ atMs: performance.now(), rows });
}

function write({ limits, columns, rows, title, picture }: Recording, seen: readonly SeenScreen[]): void {
  const frames = framesOf(seen, limits);
  const svg = animatedSvg(frames, { columns, rows, title });
  const bytes = Buffer.byteLength(svg);
  if (bytes > largestBytes) throw new Error(`the picture has ${bytes} bytes, more than ${largestBytes}`);
  writeFileSync(picture, svg);
  const seconds = frames.reduce((sum, { forMs }) => sum + forMs, 0) / 1000;
  console.log(`wrote ${picture}: ${frames.length} frames, ${seconds.toFixed(1)} s, ${bytes} bytes`);
}
