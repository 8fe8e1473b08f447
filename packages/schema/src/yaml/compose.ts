// Composes the documents of a source with the parser of the yaml package, up to the limits of the whole source: everything it makes of a part
// stays in memory until the documents are read.
import { Composer, Lexer, Parser, type Document, type LineCounter } from "yaml";
import type { YamlRule } from "./yaml-diagnostics.ts";

/** The limits of a source while it is composed. */
export interface ComposeLimits {
  readonly documents: number;
  readonly parts: number;
}

/** A limit that a source exceeds, and where. */
export interface Excess {
  readonly rule: YamlRule;
  readonly limit: number;
  readonly offset: number;
}

/** The documents, empty ones included; or the limit that the source exceeds. */
export type Composed = { readonly documents: readonly Document.Parsed[] } | { readonly excess: Excess };

// Scalars stay strings: plain-meaning.ts has their meaning in Go, which is neither that of YAML 1.1 nor 1.2.
const settings = {
  schema: "failsafe",
  version: "1.1",
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: "silent",
} as const;

/** Composes the documents of a source, and counts its lines. */
export function compose(source: string, lines: LineCounter, limits: ComposeLimits): Composed {
  // The parser creates an error for each of hundreds of thousands of wrong parts, of which the first one is read, and its stack never: it takes most of the time.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return composeAll(source, lines, limits);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function composeAll(source: string, lines: LineCounter, limits: ComposeLimits): Composed {
  const excesses: Excess[] = [];
  const tokens = tokensWithin(limits.parts, source, { lines, exceed: (excess) => excesses.push(excess) });
  const documents: Document.Parsed[] = [];
  for (const document of new Composer(settings).compose(tokens)) {
    if (documents.length === limits.documents) {
      const offset = document.range[0];
      return { excess: { rule: "yaml/too-many-documents", limit: limits.documents, offset } };
    }
    documents.push(document);
  }
  const [excess] = excesses;
  return excess === undefined ? { documents } : { excess };
}

interface Tokenizing {
  readonly lines: LineCounter;
  readonly exceed: (excess: Excess) => void;
}

/** The parser's tokens. They end where the source has more parts than the limit. */
function* tokensWithin(
  limit: number,
  source: string,
  { lines, exceed }: Tokenizing,
): Generator<Parameters<Composer["next"]>[0]> {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  let parts = 0;
  for (const part of new Lexer().lex(source)) {
    parts += 1;
    if (parts > limit) return exceed({ rule: "yaml/too-many-parts", limit, offset: parser.offset });
    yield* parser.next(part);
  }
  yield* parser.end();
}
