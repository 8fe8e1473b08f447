// Measures every figure and formats it; says which ones miss their limit.
import type { Figure } from "./figure.ts";
import { figureTable } from "./limits.ts";

/** The figures as a table for people, and a problem for each missed limit. */
export interface FigureReport {
  readonly lines: readonly string[];
  readonly problems: readonly string[];
}

const shownPlaces = 60;

/** Measures all figures. */
export function measureFigures(): Figure[] {
  return figureTable.map(({ measure, ...row }) => ({ ...row, ...measure() }));
}

/** The table, and what misses its limit. */
export function reportFigures(figures: readonly Figure[]): FigureReport {
  return {
    lines: figures.flatMap((figure) => [lineOf(figure), ...partsOf(figure)]),
    problems: figures.filter(isMissed).map(problemOf),
  };
}

function isMissed({ value, limit, atLeast }: Figure): boolean {
  if (limit === undefined) return false;
  return atLeast === true ? value < limit : value > limit;
}

function lineOf(figure: Figure): string {
  const { name, value, unit = "" } = figure;
  return `${name.padEnd(32)} ${`${value}${unit === "" ? "" : ` ${unit}`}`.padStart(9)}${limitOf(figure)}`;
}

/** What a figure without a limit is made of: it is printed to be looked at. */
function partsOf({ limit, places }: Figure): string[] {
  return limit === undefined ? places.map((place) => `  ${place}`) : [];
}

function limitOf({ limit, atLeast }: Figure): string {
  return limit === undefined ? "" : `  (${atLeast === true ? "at least" : "at most"} ${limit})`;
}

function problemOf(figure: Figure): string {
  const { places } = figure;
  const shown = places.slice(0, shownPlaces).map((place) => `\n  ${place}`);
  const more = places.length > shownPlaces ? `\n  and ${places.length - shownPlaces} more` : "";
  return `${lineOf(figure)}${shown.join("")}${more}`;
}
