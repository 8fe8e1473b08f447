// A template: an example of this repository and the files around it, packed as data. Made by pack-template.ts, read at run time.

/** What can be scaffolded. */
export const templateNames = ["provider", "extension"] as const;

/** One of them. */
export type TemplateName = (typeof templateNames)[number];

/** The files of a project, by path. */
export type FileTree = Readonly<Record<string, string>>;

/** A packed template; versions of Capstan's own packages are left as `workspace:^` and set when a project is made. */
export interface Template {
  readonly files: FileTree;
}
