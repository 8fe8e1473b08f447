// Turns the examples' name into the project's, in file names and in text. There is no template language: the examples are projects
// that run as they are, and their name is a word that means nothing else in them.
import type { Spellings } from "./project-name.ts";

/** Each spelling of the word "starter" in the examples, and what takes its place; earlier rows win. */
const spellings: readonly (readonly [RegExp, keyof Spellings])[] = [
  [/STARTER/g, "upper"],
  [/Starter/g, "pascal"],
  [/starter(?=[A-Z])/g, "camel"],
  [/starter(?=[a-z])/g, "flat"],
  [/starter/g, "kebab"],
];

/** `text` with the name of a project. */
export function substituteName(text: string, name: Spellings): string {
  return spellings.reduce((result, [pattern, spelling]) => result.replace(pattern, name[spelling]), text);
}
