// The editor settings committed in .vscode/settings.json, in the form in which a language server asks for them. The proof
// answers the server from that file, so that what it shows is what the settings do.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "@capstan/repo";

/** Settings as an editor holds them: dotted names and their values. */
export type Settings = Readonly<Record<string, unknown>>;

/** The settings of this repository. */
export function committedSettings(): Settings {
  return JSON.parse(readFileSync(join(root, ".vscode/settings.json"), "utf8")) as Settings;
}

/** One section as nested objects: `{"js/ts.a.b": 1}` answers `{a: {b: 1}}` for the section `js/ts`. */
export function sectionOf(settings: Settings, section: string): Record<string, unknown> {
  const answer: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(settings)) {
    if (name.startsWith(`${section}.`)) setNested(answer, name.slice(section.length + 1).split("."), value);
  }
  return answer;
}

function setNested(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [first = "", ...rest] = path;
  if (rest.length === 0) {
    target[first] = value;
    return;
  }
  target[first] ??= {};
  setNested(target[first] as Record<string, unknown>, rest, value);
}
