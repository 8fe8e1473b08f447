// Times as the API server stores them.

/** RFC 3339 in UTC, to the second. */
export function formatTime(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, "Z");
}
