// The order of resource versions: API servers promise that those of one kind are decimal numbers that grow. Used by the store and
// by whoever waits for it. Other texts (of servers that make no such promise) have no order, and are never called older.

/** Less than zero when `a` is the older, zero when they are the same; undefined when they cannot be compared. */
export function compareVersions(a: string, b: string): number | undefined {
  if (a === b) return 0;
  if (!isNumber(a) || !isNumber(b)) return undefined;
  // By length, then digit by digit: they have 64 bits, which numbers here have not.
  return a.length === b.length ? (a < b ? -1 : 1) : a.length - b.length;
}

/** Whether `version` is as new as `wanted`; true when they cannot be compared, because waiting would not end. */
export function hasReached(version: string | undefined, wanted: string): boolean {
  return version !== undefined && (compareVersions(version, wanted) ?? 0) >= 0;
}

function isNumber(version: string): boolean {
  if (version === "" || version.startsWith("0")) return version === "0";
  for (let i = 0; i < version.length; i++) {
    const code = version.charCodeAt(i);
    if (code < 48 || code > 57) return false;
  }
  return true;
}
