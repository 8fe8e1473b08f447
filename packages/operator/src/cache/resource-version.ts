// The order of resource versions. API servers guarantee that those of one kind are decimal numbers that grow.
// Other strings (of servers that give no such guarantee) have no order and never count as older.

/**
 * The order of two resource versions of one kind of one server: less than zero when `a` is older, zero when they are equal; undefined when they cannot be compared.
 *
 * @example
 * const isBehind = (compareResourceVersions(theirs, ours) ?? 0) < 0;
 */
export function compareResourceVersions(a: string, b: string): number | undefined {
  if (a === b) return 0;
  if (!isNumber(a) || !isNumber(b)) return undefined;
  // By length, then digit by digit: they have 64 bits, more than a JavaScript number holds.
  return a.length === b.length ? (a < b ? -1 : 1) : a.length - b.length;
}

/** Whether `version` is as new as `wanted`; true when they cannot be compared, because waiting would not end. */
export function hasReached(version: string | undefined, wanted: string): boolean {
  return version !== undefined && (compareResourceVersions(version, wanted) ?? 0) >= 0;
}

function isNumber(version: string): boolean {
  if (version === "" || version.startsWith("0")) return version === "0";
  for (let i = 0; i < version.length; i++) {
    const code = version.charCodeAt(i);
    if (code < 48 || code > 57) return false;
  }
  return true;
}
