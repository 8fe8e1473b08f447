// The packed templates of the installed package: JSON beside this module, written at build.
// Called by main.ts; tests pack the templates themselves.
import { readFileSync } from "node:fs";
import type { Template, TemplateName } from "./template.ts";

/** The template of that name. */
export function loadTemplate(name: TemplateName): Template {
  return JSON.parse(readFileSync(new URL(`./templates/${name}.json`, import.meta.url), "utf8")) as Template;
}
