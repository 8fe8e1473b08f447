// What `check` runs: retired words, the imports of authors, regular expressions, and the figures with their limits.
export { allowedFor, findPages, authorImportProblems } from "./author-imports/problems.ts";
export type { Figure } from "./figures/figure.ts";
export { measureFigures, reportFigures } from "./figures/print-figures.ts";
export type { FigureReport } from "./figures/print-figures.ts";
export { patternProblems } from "./patterns/problems.ts";
export { wordProblems } from "./words/problems.ts";
export { entrySources, manifestsIn } from "./source/manifests.ts";
export { readSource } from "./source/files.ts";
export { findSymbol } from "./source/find-symbol.ts";
export type { Place } from "./source/find-symbol.ts";
export type { Manifest } from "./source/manifests.ts";
