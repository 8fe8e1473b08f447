// What the lists of servers that somebody else owns take in memory. Each list has limits of its own; this is for the sum of those that are in use together.

/** The memory of lists of several clients. */
export interface ListMemory {
  /** Called when `listAll` begins. */
  begin(): ListShare;
}

/** What one list takes. */
export interface ListShare {
  /** Counts a page, with the most memory that it may take. Returns false when there is not so much left: the list fails with `client/no-memory`. */
  add(bytes: number): boolean;
  /** Called when the list has ended; `isKept` is whether the caller gets it. */
  end(isKept: boolean): void;
}

/** An object whose field names are those of no other takes most. */
const bytesOfValue = 174;
/** V8 keeps strings that have one character beyond Latin-1 in two bytes for each. */
const bytesOfByte = 2;

/** The most memory that a page may take. That of real objects is about half. */
export function mostMemoryOf({ bytes, values }: { readonly bytes: number; readonly values: number }): number {
  return values * bytesOfValue + bytes * bytesOfByte;
}
