// Ages as kubectl writes them: exact where they are short, in two units or one where they are long.

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

interface Scale {
  /** The first age that is too long for it. */
  readonly below: number;
  readonly unit: readonly [number, string];
  /** The rest of the age, if it is shown. */
  readonly rest?: readonly [number, string];
}

const scales: readonly Scale[] = [
  { below: 2 * minute, unit: [second, "s"] },
  { below: 10 * minute, unit: [minute, "m"], rest: [second, "s"] },
  { below: 3 * hour, unit: [minute, "m"] },
  { below: 8 * hour, unit: [hour, "h"], rest: [minute, "m"] },
  { below: 2 * day, unit: [hour, "h"] },
  { below: 8 * day, unit: [day, "d"], rest: [hour, "h"] },
  { below: 2 * year, unit: [day, "d"] },
  { below: 8 * year, unit: [year, "y"], rest: [day, "d"] },
  { below: Number.POSITIVE_INFINITY, unit: [year, "y"] },
];

/** An age. One of the future, of clocks that differ by more than a second, is not valid. */
export function humanDuration(ms: number): string {
  if (ms <= -2 * second) return "<invalid>";
  if (ms < 0) return "0s";
  const { unit, rest } = scales.find(({ below }) => ms < below) ?? { unit: [second, "s"] };
  const whole = Math.floor(ms / unit[0]);
  const left = rest === undefined ? 0 : Math.floor((ms % unit[0]) / rest[0]);
  return `${whole}${unit[1]}${rest === undefined || left === 0 ? "" : `${left}${rest[1]}`}`;
}
