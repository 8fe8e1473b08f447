// Functions of a conversion in a file of their own.

/** Names as elements of a list with keys; of a name twice, the first. */
export function namesToTags(names: readonly string[]): { name: string; origin?: string }[] {
  return [...new Set(names)].map((name) => ({ name }));
}

/** The names of the elements. */
export const namesOf = (tags: readonly { name: string }[]): string[] => tags.map(({ name }) => name);
