// Numbers on the command lines of tools.

/** The number of a flag; throws for anything but a whole number above 0. */
export function wholeFlag(flag: string, text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new Error(`--${flag} needs a whole number above 0, not "${text}"`);
}
