// Sets flags in command lines, replacing an earlier flag of the same name.

/** Returns the arguments with `flag` ("--name=value") set. */
export function setFlag(args: readonly string[], flag: string): string[] {
  const name = flagName(flag);
  const kept: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    if (flagName(arg) !== name) {
      kept.push(arg);
      continue;
    }
    // "--name value": removes the value too. "--name" alone is followed by another flag or by nothing.
    if (!arg.includes("=") && args[i + 1]?.startsWith("-") === false) i++;
  }
  return [...kept, flag];
}

/** Whether a flag of this name is among the arguments. */
export function hasFlag(args: readonly string[], flag: string): boolean {
  return args.some((arg) => flagName(arg) === flagName(flag));
}

/** Go's flag packages take one dash or two. */
function flagName(arg: string): string | undefined {
  return /^--?([^-=][^=]*)/.exec(arg)?.[1];
}
