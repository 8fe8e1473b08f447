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
