// The figures of `capstan dev` beside their goals: a table, and a line for each goal that is missed.

/** What is seen of a sample of some size, at rest and under load. */
export interface FrameFigures {
  /** How many objects were changed, and how many reconciles of them the project's process has reported meanwhile. */
  readonly changesASecond: number;
  readonly reconcilesASecond: number;
  /** The longest time between two frames of the screen, and how much of it is beyond the pace that the screen keeps. */
  readonly terminalFrameMs: number;
  readonly terminalGapMs: number;
  /** The longest time between two frames of the console; absent without Chromium. */
  readonly browserGapMs: number | undefined;
  /** As in the figures of dev, with these objects. */
  readonly loadMs: number | undefined;
  readonly idlePercent: number;
  readonly devMB: number;
  /** The longest turn of dev's event loop under load. */
  readonly turnMs: number;
}

/** All that is measured of dev. */
export interface DevFigures extends LoopFigures, Pick<FrameFigures, "loadMs"> {
  /** With some 500 objects, and with 5,000. */
  readonly some: FrameFigures;
  readonly many: FrameFigures;
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

const rows: Readonly<Record<keyof LoopFigures | "loadMs", Row>> = {
  startMs: { name: "start to first ready", unit: "ms", most: 1500 },
  editMs: { name: "save to serving, median", unit: "ms", most: 300 },
  idlePercent: { name: "processor when idle", unit: "% of a core", most: 1 },
  devMB: { name: "memory of dev", unit: "MB" },
  processMB: { name: "memory of the project's process", unit: "MB" },
  standbyMB: { name: "memory of the process that stands by", unit: "MB" },
  loadMs: { name: "load of the console in Chromium, median", unit: "ms", most: 300 },
};

/** Each is shown for both sizes. The goals of 500 objects are those of the specification; with ten times as many, dev has to stay usable. */
const frameRows: readonly (readonly [name: keyof FrameFigures, row: Row, many?: Pick<Row, "most">])[] = [
  ["loadMs", rows.loadMs, { most: 1000 }],
  ["idlePercent", rows.idlePercent, { most: 10 }],
  ["devMB", rows.devMB, { most: 1000 }],
  ["changesASecond", { name: "changed a second", unit: "" }],
  ["reconcilesASecond", { name: "reconciles a second", unit: "" }],
  ["turnMs", { name: "longest turn of dev's event loop", unit: "ms" }, { most: 200 }],
  ["terminalFrameMs", { name: "longest time between frames of the terminal", unit: "ms" }],
  ["terminalGapMs", { name: "the same beyond its pace of 80 ms", unit: "ms", most: 100 }, { most: 500 }],
  ["browserGapMs", { name: "longest time between frames in Chromium", unit: "ms", most: 100 }],
];

const how =
  "The built `capstan dev` on a copy of provider-starter, as its users run it: from the start of the command until the line that says that the project is ready; from the write of a source file until " +
  "the same line of the new process; then, with nothing to do and all types checked, the processor time and the memory of its processes. The embedded API server is part of dev. " +
  "The console is loaded in a Chromium that runs already, with the sample applied: from the navigation until objects are drawn and the page is free for a key. Last, in a pseudo terminal, the sample with 124 workers, which is some 500 " +
  "objects, and with 1,249, which is some 5,000. At rest: the load of the console and the processor time. While 50 of them are changed each second: how many reconciles of them the trace of the project has, the longest time between two frames of the screen while a key is held down, and what of that is beyond the 80 ms that it keeps between frames, the longest time between two frames of the console, and the longest turn of dev's event loop, which counts with the processor time of its thread where that is less.";

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
  const names = ["startMs", "editMs", "idlePercent", "devMB", "processMB", "standbyMB", "loadMs"] as const;
  return [
    ...names.map((name) => [rows[name], figures[name]] as const),
    ...frameRows.map(([name, row]) => [titled("500 objects", row), figures.some[name]] as const),
    ...frameRows.map(
      ([name, row, many]) => [titled("5,000 objects", { ...row, ...many }), figures.many[name]] as const,
    ),
  ];
}

function titled(size: string, row: Row): Row {
  return { ...row, name: `${size}: ${row.name}` };
}

function shown(value: number): string {
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString("en-US") : value.toPrecision(3);
}
