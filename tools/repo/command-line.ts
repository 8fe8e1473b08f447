// The command lines of tools: what is wrong with one, and numbers on it.
import { describeError } from "@capstan/kube";

/**
 * What a command line says. Where reading it throws, the process ends with code 2.
 *
 * @example
 * const { values } = orUsage("usage: stress [--list]", () => parseArgs({ options: { list: { type: "boolean" } } }));
 */
export function orUsage<T>(usage: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    console.error(`${describeError(error)}\n${usage}`);
    return process.exit(2);
  }
}

/** The number of a flag; throws for anything but a whole number above 0. */
export function wholeFlag(flag: string, text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new Error(`--${flag} needs a whole number above 0, not "${text}"`);
}

/** Whether an element of a list, by its index, belongs to the share of a flag: `2/8` is the second of eight shares, which together have all. */
export function shareFlag(flag: string, text: string): (index: number) => boolean {
  const [, part = "", parts = ""] = /^([1-9]\d?)\/([1-9]\d?)$/.exec(text) ?? [];
  if (part === "" || Number(part) > Number(parts))
    throw new Error(`--${flag} needs which share of how many, such as 2/8, not "${text}"`);
  return (index) => index % Number(parts) === Number(part) - 1;
}
