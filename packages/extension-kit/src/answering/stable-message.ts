// Makes the messages of responses stable. A message that differs in every call would change a condition and so the object, and core
// would call the hook again. The log has the original message.

/** What changes from call to call, and what replaces it. The order matters: longer forms first. */
const volatile: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?/g, "<time>"],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<uuid>"],
  [/\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/g, "<address>"],
  [/\[(?=[0-9a-f]{0,4}:)[0-9a-f:]{2,45}\](?::\d+)?/gi, "<address>"],
  [/0x[0-9a-f]+\b/gi, "<number>"],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{12,}\b/gi, "<hex>"],
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
