// The figures of `capstan dev` beside their goals: a table, and a line for each goal that is missed.

/** What one run of dev took. */
export interface DevFigures {
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
};

const how =
  "The built `capstan dev` on a copy of provider-starter, as its users run it: from the start of the command until the line that says that the project is ready; from the write of a source file until " +
  "the same line of the new process; then, with nothing to do, the processor time and the memory of its processes. The embedded API server is part of dev.";

/** The figures as a section of the page. */
export function devTable(figures: DevFigures): string {
  const body = entries(figures).map(
    ([{ name, unit, most }, value]) =>
      `| ${name} | ${shown(value)} ${unit} | ${most === undefined ? "" : `${most} ${unit}`} |`,
  );
  return ["### dev", "", how, "", "|  | figure | goal, at most |", "| --- | ---: | ---: |", ...body, ""].join("\n");
}

/** A line for each figure that is past its goal; one that is missing is no number, and so not within it. */
export function devMisses(figures: DevFigures): string[] {
  return entries(figures).flatMap(([{ name, unit, most = Number.POSITIVE_INFINITY }, value]) =>
    value <= most ? [] : [`${name}: ${shown(value)} ${unit}, at most ${most}`],
  );
}

function entries(figures: DevFigures): readonly (readonly [Row, number])[] {
  const { startMs, editMs, idlePercent, devMB, processMB, standbyMB } = rows;
  return [
    [startMs, figures.startMs],
    [editMs, figures.editMs],
    [idlePercent, figures.idlePercent],
    [devMB, figures.devMB],
    [processMB, figures.processMB],
    [standbyMB, figures.standbyMB],
  ];
}

function shown(value: number): string {
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString("en-US") : value.toPrecision(3);
}
