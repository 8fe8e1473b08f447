// The keys of the screen of dev, once: the help, the last line of the screen and what a key does come from this table.
import { displayWidth, padColumns, wrapWords } from "../../tree/display-width.ts";
import { shownLine, type LineStyle, type LinePart } from "./shown-line.ts";

/** What a key does. */
export type KeyAction =
  | "apply"
  | "scale"
  | "delete"
  | "pause"
  | "kill"
  | "restart"
  | "open"
  | "level"
  | "filter"
  | "problem"
  | "whole"
  | "conditions"
  | "patches"
  | "up"
  | "down"
  | "pageUp"
  | "pageDown"
  | "first"
  | "last"
  | "pane"
  | "help"
  | "redraw"
  | "suspend"
  | "quit";

interface KeyRow {
  readonly action: KeyAction;
  /** The names of keys, as `onKeys` has them. */
  readonly keys: readonly string[];
  /** The key in the help, with those of the rows below that have none. */
  readonly shown?: string;
  readonly help?: string;
  /** In the last line of the screen, where there is room. */
  readonly short?: string;
}

/** The most important first: what does not fit into the last line is in the help. */
const rows: readonly KeyRow[] = [
  { action: "apply", keys: ["a"], shown: "a", short: "apply", help: "apply the sample" },
  { action: "scale", keys: ["s"], shown: "s", short: "scale", help: "set the number of workers" },
  { action: "delete", keys: ["d", "delete"], shown: "d", short: "delete", help: "delete the selected object" },
  { action: "pause", keys: ["p"], shown: "p", short: "pause", help: "pause the Cluster, or resume it" },
  { action: "kill", keys: ["k"], shown: "k", short: "kill", help: "kill the process; it starts again" },
  { action: "restart", keys: ["r"], shown: "r", short: "restart", help: "restart cleanly" },
  { action: "open", keys: ["o"], shown: "o", short: "console", help: "open the console" },
  { action: "level", keys: ["l"], shown: "l", short: "level", help: "levels of the log: info, warn, error, all" },
  { action: "filter", keys: ["f"], shown: "f", short: "filter", help: "log lines of the selected object, or all" },
  { action: "problem", keys: ["e"], shown: "e, E", help: "the next error and its object; all of it" },
  { action: "whole", keys: ["E"] },
  {
    action: "conditions",
    keys: ["return", "enter"],
    shown: "Enter, v",
    help: "all conditions of the object; last patches",
  },
  { action: "patches", keys: ["v"] },
  { action: "pane", keys: ["tab"], shown: "Tab", help: "use the arrows in the log, or in the objects" },
  { action: "up", keys: ["up"], shown: "Up, Down", help: "select an object, or scroll the log" },
  { action: "down", keys: ["down"] },
  { action: "pageUp", keys: ["pageup", "ctrl-b"], shown: "PgUp, PgDn", help: "the same, a page at a time" },
  { action: "pageDown", keys: ["pagedown", "ctrl-f", "space"] },
  { action: "first", keys: ["home", "g"], shown: "Home, End", help: "to the first, to the last" },
  { action: "last", keys: ["end", "G"] },
  { action: "redraw", keys: ["ctrl-l"], shown: "Ctrl-L", help: "draw everything again" },
  { action: "suspend", keys: ["ctrl-z"], shown: "Ctrl-Z", help: "back to the shell, until fg" },
  { action: "help", keys: ["?", "h"], shown: "?", short: "help", help: "these keys" },
  { action: "quit", keys: ["q", "ctrl-c"], shown: "q", short: "quit", help: "stop everything, as Ctrl-C does" },
];

const actions = new Map(rows.flatMap(({ keys, action }) => keys.map((key) => [key, action] as const)));

/** What a key does; undefined for other keys. */
export function actionOf(key: string): KeyAction | undefined {
  return actions.get(key);
}

/** The lines of the help. */
export function helpLines(style: LineStyle): readonly string[] {
  const listed = rows.flatMap(({ shown, help = "" }) => (shown === undefined ? [] : [{ shown, help }]));
  const width = Math.max(...listed.map(({ shown }) => displayWidth(shown)));
  return listed.flatMap(({ shown, help }) =>
    wrapWords(help, style.columns - width - 2 * between.length).map((line, index) =>
      shownLine(
        [
          [`  ${padColumns(index === 0 ? shown : "", width)}`, "strong"],
          [`  ${line}`, "plain"],
        ],
        style,
      ),
    ),
  );
}

/** What always stays in the last line. */
const kept: readonly KeyAction[] = ["help", "quit"];

/** The last line of the screen: as many keys as fit. */
export function keyLine(style: LineStyle): string {
  const named = rows.flatMap(({ action, shown, short }) =>
    shown === undefined || short === undefined ? [] : [{ action, shown, short, width: widthOf(shown, short) }],
  );
  const always = named.filter(({ action }) => kept.includes(action));
  let left = style.columns + between.length - always.reduce((sum, { width }) => sum + width, 0);
  const fitting = named.filter(({ action, width }) => {
    if (kept.includes(action)) return true;
    left -= width;
    return left >= 0;
  });
  const parts = fitting.flatMap(({ shown, short }, index): LinePart[] => [
    [index === 0 ? "" : between, "plain"],
    [shown, "strong"],
    [` ${short}`, "quiet"],
  ]);
  return shownLine(parts, style);
}

const between = "  ";

function widthOf(shown: string, short: string): number {
  return displayWidth(`${shown} ${short}${between}`);
}
