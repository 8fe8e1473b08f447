// `node tools/figures/main.ts [figure]`: prints the figures, and all places of the one that is named.
import { measureFigures, reportFigures } from "./figures/print-figures.ts";

const figures = measureFigures();
const name = process.argv[2];
const chosen = figures.find((figure) => figure.name === name);
console.log((chosen === undefined ? reportFigures(figures).lines : chosen.places).join("\n"));
