// Makes the messages of responses stable. A message that differs in every call would change a condition and so the object, and core
// would call the hook again. The log has the original message.

/**
 * What has the form of something that is made for one call, and what replaces it. All else are words of the author's: versions, addresses, ranges of
 * addresses, digests of images and numbers stay.
 */
const volatile: readonly (readonly [RegExp, string])[] = [
  // A whole minute is a time that a person has set, such as the begin of a window for upgrades; the time of a call is one of 60 of them at most.
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:(?!00(?!\.0*[1-9]))\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?/g, "<time>"],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<uuid>"],
  // A port from 32768 on is one that a system chose for a connection.
  [
    /(\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[[0-9a-f:]{2,45}\]):(?:3276[89]|327[7-9]\d|32[89]\d\d|3[3-9]\d{3}|[4-6]\d{4})\b/gi,
    "$1:<port>",
  ],
  [/0x[0-9a-f]{6,}\b/gi, "<pointer>"],
  // As long as the id of a trace or of a span, and not as a digest or a commit.
  [/\b(?=[a-f]{0,31}\d)(?=\d{0,31}[a-f])(?:[0-9a-f]{32}|[0-9a-f]{16})\b/gi, "<id>"],
  [/\b\d+(?:\.\d+)?(?:ns|us|µs|ms)\b/g, "<duration>"],
];

const maxLength = 1024;
/**
 * How many characters of a message are read: enough for a result of full length, whatever is replaced in it. A message may quote what a caller
 * sent, which can be megabytes.
 */
export const readLength: number = 16 * maxLength;

/** The message with what changes from call to call replaced, on one line, at most 1024 characters long. */
export function stableMessage(message: string): string {
  const replaced = volatile.reduce(
    (result, [pattern, stand]) => result.replace(pattern, stand),
    message.slice(0, readLength),
  );
  const line = replaced.replace(/\s+/g, " ").trim();
  return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1)}…`;
}
