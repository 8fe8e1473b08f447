// A list in a message: its first items, and how many more there are.

/** So many are named. */
const mostShown = 5;

/** The list in words. */
export function firstOf(list: readonly string[]): string {
  const more = list.length > mostShown ? [`and ${list.length - mostShown} more`] : [];
  return [...list.slice(0, mostShown), ...more].join(", ");
}
