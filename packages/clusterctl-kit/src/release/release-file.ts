// What a bundle consists of. Nothing here is on disk yet: the cli writes.

/** A file of a release: its name (or its path inside a repository) and its whole content. */
export interface ReleaseFile {
  readonly path: string;
  readonly content: string;
}
