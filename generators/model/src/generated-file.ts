// The one thing generators produce. Emitters are pure: they return these; `writeFiles` puts them on disk or compares.
// Made by every generator; the disk is write-files.ts.

/** A file to be written: its path relative to the project (with `/`), and its whole content. */
export interface GeneratedFile {
  readonly path: string;
  readonly content: string;
}
