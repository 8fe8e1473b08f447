// A template: an example of this repository and the files around it, packed as data: JSON files beside the built module.
import { readFileSync } from "node:fs";

/** What can be created. */
export const templateNames = ["provider", "extension"] as const;

/** One of them. */
export type TemplateName = (typeof templateNames)[number];

/** The files of a project, by path. */
export type FileTree = Readonly<Record<string, string>>;

/** A packed template; versions of Capstan's own packages are left as `workspace:^` and set when a project is made. */
export interface Template {
  readonly files: FileTree;
}

/** The template of that name, from the installed package. */
export function loadTemplate(name: TemplateName): Template {
  const template: Template = JSON.parse(readFileSync(new URL(`./templates/${name}.json`, import.meta.url), "utf8"));
  return template;
}
