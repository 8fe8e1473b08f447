// The figures of `capstan dev` beside their goals: a table, and a line for each goal that is missed.

/** What is seen under load. */
export interface FrameFigures {
  /** How many objects were changed, each of which is reconciled then. */
  readonly reconcilesASecond: number;
  /** The longest wait for a frame of the screen, beyond the pace that it keeps. */
  readonly terminalGapMs: number;
  /** The longest time between two frames of the console; absent without Chromium. */
  readonly browserGapMs: number | undefined;
}

/** All that is measured of dev. */
export interface DevFigures extends LoopFigures, FrameFigures {
  /** From the navigation until the console can be used, the median; absent without Chromium. */
  readonly loadMs: number | undefined;
}

/** What one run of dev took. */
export interface LoopFigures {
  /** From the start of the command until the project is ready for the first time. */
  readonly startMs: number;
  /** From a save until the new process is ready, the median. */
  readonly editMs: number;
  /** Processor time of dev and all its processes while nothing happens, in percent of one core. */
  readonly idlePercent: number;
  /** Resident memory of dev itself, of the project's process, and of the one that stands by. */
  readonly devMB: number;
  readonly processMB: number;
  readonly standbyMB: number;
}

interface Row {
  readonly name: string;
  readonly unit: string;
  /** Absent where there is no goal. */
  readonly most?: number;
}

const rows: Readonly<Record<keyof DevFigures, Row>> = {
  startMs: { name: "start to first ready", unit: "ms", most: 1500 },
  editMs: { name: "save to serving, median", unit: "ms", most: 300 },
  idlePercent: { name: "processor when idle", unit: "% of a core", most: 1 },
  devMB: { name: "memory of dev", unit: "MB" },
  processMB: { name: "memory of the project's process", unit: "MB" },
  standbyMB: { name: "memory of the process that stands by", unit: "MB" },
  loadMs: { name: "load of the console in Chromium, median", unit: "ms", most: 300 },
  reconcilesASecond: { name: "objects changed a second, of some 500", unit: "" },
  terminalGapMs: { name: "the same in the terminal: latest frame", unit: "ms", most: 100 },
  browserGapMs: { name: "the same in Chromium: longest time between frames", unit: "ms", most: 100 },
};

const how =
  "The built `capstan dev` on a copy of provider-starter, as its users run it: from the start of the command until the line that says that the project is ready; from the write of a source file until " +
  "the same line of the new process; then, with nothing to do and all types checked, the processor time and the memory of its processes. The embedded API server is part of dev. " +
  "The console is loaded in a Chromium that runs already, with the sample applied: from the navigation until objects are drawn and the page is free for a key. Last, in a pseudo terminal, the sample with 124 workers, which is some 500 " +
  "objects, of which 50 are changed and reconciled each second: how much later than its pace of 80 ms the screen draws a frame while a key is held down, and the longest time between two frames of the console.";

/** The figures as a section of the page; each goal that is missed is marked. */
export function devTable(figures: DevFigures): string {
  const body = entries(figures).map(([row, value]) => {
    const figure = value === undefined ? "no Chromium" : `${shown(value)} ${row.unit}`.trim();
    const goal = row.most === undefined ? "" : `${row.most} ${row.unit}${isMissed(row, value) ? ", missed" : ""}`;
    return `| ${row.name} | ${figure} | ${goal} |`;
  });
  return ["### dev", "", how, "", "|  | figure | goal, at most |", "| --- | ---: | ---: |", ...body, ""].join("\n");
}

/** A line for each figure that is past its goal. */
export function devMisses(figures: DevFigures): string[] {
  return entries(figures).flatMap(([row, value]) =>
    value !== undefined && isMissed(row, value)
      ? [`${row.name}: ${shown(value)} ${row.unit}, at most ${row.most}`]
      : [],
  );
}

/** One that is missing is no number, and so not within its goal. Without a browser there is no figure to miss. */
function isMissed({ most }: Row, value: number | undefined): boolean {
  return most !== undefined && value !== undefined && !(value <= most);
}

function entries(figures: DevFigures): readonly (readonly [Row, number | undefined])[] {
  return [
    [rows.startMs, figures.startMs],
    [rows.editMs, figures.editMs],
    [rows.idlePercent, figures.idlePercent],
    [rows.devMB, figures.devMB],
    [rows.processMB, figures.processMB],
    [rows.standbyMB, figures.standbyMB],
    [rows.loadMs, figures.loadMs],
    [rows.reconcilesASecond, figures.reconcilesASecond],
    [rows.terminalGapMs, figures.terminalGapMs],
    [rows.browserGapMs, figures.browserGapMs],
  ];
}

function shown(value: number): string {
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString("en-US") : value.toPrecision(3);
}
