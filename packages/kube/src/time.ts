// Instants as the API server stores them, always in UTC: to the second (metav1.Time) and to the microsecond (MicroTime).
// For writers of conditions, events and Leases; reading is left to Date, which understands both.

/** RFC 3339 to the second, as conditions and events have it. */
export function formatTime(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, "Z");
}

/** RFC 3339 to the microsecond, as Leases demand it. */
export function formatMicroTime(date: Date): string {
  return date.toISOString().replace("Z", "000Z");
}
