// Files on disk, without anything that reads TypeScript: writing them all or none, the list of generated files, and differences.
export {
  type FileReplacement,
  type GeneratedFile,
  readIfThere,
  type ReplaceOptions,
  replaceFiles,
} from "./replace-files.ts";
export { ownedFiles, writeFiles } from "./write-files.ts";
export type { GeneratedFileChange, WriteFilesOptions, WriteFilesResult } from "./write-files.ts";
export { ownedFilesPath } from "./owned-files.ts";
export { isBelow, isInside, leadsOutside } from "./paths.ts";
export { inTheWay } from "./in-the-way.ts";
export { lineDiff } from "./line-diff.ts";
export { writeErrors } from "./write-errors.ts";
