// What the answers of servers that somebody else owns take in memory. Each answer has limits of its own; this is for the sum of those that are in use together.

/** The memory of the answers that several clients get. */
export interface AnswerMemory {
  /** Called when a call begins, or a list of several pages. */
  begin(): AnswerShare;
}

/** What the answers of one call take. */
export interface AnswerShare {
  /** Counts what is sent or has come, and the most memory that it may take. Returns false when there is not so much left: the call fails with `client/no-memory`. */
  add(bytes: number): boolean;
  /** Called when the call has ended; `isKept` is whether the caller gets the answers. */
  end(isKept: boolean): void;
}

/** An object whose field names are those of no other takes most. */
const bytesOfValue = 174;
/** V8 keeps strings that have one character beyond Latin-1 in two bytes for each. */
const bytesOfByte = 2;

/** The most memory that an answer may take. That of real objects is about half. */
export function mostMemoryOf({ bytes, values }: { readonly bytes: number; readonly values: number }): number {
  return values * bytesOfValue + bytes * bytesOfByte;
}

/** What the body of a request takes for each of its characters until the server has read it: as a string, as bytes, and encrypted. */
const bytesOfSentCharacter = 4;

/** The most memory that the body of a request may take. The server that is called decides how long, and an object of it may be sent back. */
export function memoryOfSent(body: string): number {
  return bytesOfSentCharacter * body.length;
}

/** What one string of an answer's headers takes beside its characters. */
const bytesOfHeader = 24;

/** The most memory that the headers of an answer take, given their names and values. */
export function memoryOfHeaders(headers: readonly string[]): number {
  return headers.reduce((sum, one) => sum + bytesOfByte * one.length + bytesOfHeader, 0);
}

/** Runs a call that counts what it gets in a share of its own. */
export async function withShare<T>(memory: AnswerMemory, call: (share: AnswerShare) => Promise<T>): Promise<T> {
  const share = memory.begin();
  let isKept = false;
  try {
    const answer = await call(share);
    isKept = true;
    return answer;
  } finally {
    share.end(isKept);
  }
}
