// Times as the API server stores them, in UTC: to the second (Time) and to the microsecond (MicroTime). `Date` parses both.

/** RFC 3339 to the second, as in conditions and events. */
export function formatTime(date: Date): string {
  return date.toISOString().replace(/\.\d+/, "");
}

/** RFC 3339 to the microsecond, as in Leases. */
export function formatMicroTime(date: Date): string {
  return date.toISOString().replace("Z", "000Z");
}
