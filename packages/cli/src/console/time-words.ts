// A length of time in words, for what the console says of the clock.

interface Unit {
  readonly name: string;
  readonly seconds: number;
}

/** The largest first. */
const units: readonly Unit[] = [
  { name: "day", seconds: 86_400 },
  { name: "hour", seconds: 3600 },
  { name: "minute", seconds: 60 },
  { name: "second", seconds: 1 },
];

/** `1 day 2 hours`: the two largest units that there are. */
export function timeInWords(seconds: number): string {
  let rest = seconds;
  const parts = units.flatMap(({ name, seconds: length }) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return count === 0 ? [] : [`${count} ${name}${count === 1 ? "" : "s"}`];
  });
  return parts.slice(0, 2).join(" ") || "0 seconds";
}
