// The name of a folder in a command that the user copies into a shell.
import { oneLine } from "@capstan/kube";

/** Without a meaning of their own in any shell. */
const plain = /^[\w./:@+,=-]+$/;

/** A name as one word that shells read as it is, on one line; in quotes where it needs them. */
export function shellWord(name: string, platform: NodeJS.Platform = process.platform): string {
  // A name that begins with a dash would be an option.
  const word = oneLine(name.startsWith("-") ? `./${name}` : name);
  if (plain.test(word)) return word;
  // Names on Windows have no double quotes, and cmd knows no others.
  return platform === "win32" ? `"${word}"` : `'${word.replaceAll("'", `'\\''`)}'`;
}
