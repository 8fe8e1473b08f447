// What differs between two documents: descriptions whose words changed, and everything else. Keys are compared in order, because
// generated files are compared byte for byte.

/** A description in other words. */
export interface DescriptionChange {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** All differences of two documents. */
export interface Changes {
  readonly words: readonly DescriptionChange[];
  /** A line for each difference that is not a description. */
  readonly others: readonly string[];
}

/** Compares two JSON values. */
export function descriptionChanges(before: unknown, after: unknown, path = ""): Changes {
  if (isObject(before) && isObject(after)) {
    const keys = Object.keys(before);
    if (keys.join("\n") !== Object.keys(after).join("\n"))
      return { words: [], others: [`${path || "/"}: other fields`] };
    return joined(keys.map((key) => descriptionChanges(before[key], after[key], `${path}/${key}`)));
  }
  if (before === after) return { words: [], others: [] };
  if (path.endsWith("/description") && typeof before === "string" && typeof after === "string")
    return { words: [{ path, before, after }], others: [] };
  return { words: [], others: [`${path || "/"}: another value`] };
}

function joined(all: readonly Changes[]): Changes {
  return { words: all.flatMap(({ words }) => words), others: all.flatMap(({ others }) => others) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
