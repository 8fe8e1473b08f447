// Composes the documents of a source with the parser of the yaml package, up to the limits of the whole source: everything it makes of a part
// stays in memory until the documents are read.
import { Composer, Lexer, Parser, type Document, type LineCounter } from "yaml";
import { DisputeFinder, type Dispute } from "./disputed-syntax.ts";
import type { YamlRule } from "./yaml-diagnostics.ts";

/** The limits of a source while it is composed. */
export interface ComposeLimits {
  readonly documents: number;
  readonly parts: number;
  readonly directives: number;
  /** Characters of each directive. */
  readonly directive: number;
}

/** A limit that a source exceeds, and where. */
export interface Excess {
  readonly rule: YamlRule;
  readonly limit: number;
  readonly offset: number;
}

/** Syntax that Go's reader reads differently, and where. */
export interface DisputeAt extends Dispute {
  readonly offset: number;
}

/** The documents, empty ones included; or the limit that the source exceeds; or what of it has another meaning for kubectl. */
export type Composed =
  | { readonly documents: readonly Document.Parsed[] }
  | { readonly excess: Excess }
  | { readonly dispute: DisputeAt };

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
  const disputes: DisputeAt[] = [];
  const tokens = tokensWithin(limits, source, {
    lines,
    exceed: (excess) => excesses.push(excess),
    dispute: (dispute) => disputes.push(dispute),
  });
  const documents: Document.Parsed[] = [];
  for (const document of new Composer(settings).compose(tokens)) {
    if (documents.length === limits.documents) {
      const offset = document.range[0];
      return { excess: { rule: "yaml/too-many-documents", limit: limits.documents, offset } };
    }
    documents.push(document);
  }
  const [excess] = excesses;
  if (excess !== undefined) return { excess };
  const [dispute] = disputes;
  return dispute === undefined || isBrokenBefore(documents, dispute) ? { documents } : { dispute };
}

/** Whether there is an error before: what follows it need not be what it looks like. */
function isBrokenBefore(documents: readonly Document.Parsed[], { offset }: DisputeAt): boolean {
  return documents.some(({ errors }) => errors.some(({ pos }) => pos[0] < offset));
}

interface Tokenizing {
  readonly lines: LineCounter;
  readonly exceed: (excess: Excess) => void;
  readonly dispute: (dispute: DisputeAt) => void;
}

type Token = Parameters<Composer["next"]>[0];

/** The parser's tokens. They end where the source has more parts or directives than the limits. */
function* tokensWithin(
  limits: ComposeLimits,
  source: string,
  { lines, exceed, dispute }: Tokenizing,
): Generator<Token> {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  let [parts, directives] = [0, 0];
  const finder = new DisputeFinder();
  for (const part of new Lexer().lex(source)) {
    parts += 1;
    if (parts > limits.parts)
      return exceed({ rule: "yaml/too-many-parts", limit: limits.parts, offset: parser.offset });
    const found = finder.next(part);
    if (found !== undefined) dispute({ ...found, offset: parser.offset });
    for (const token of parser.next(part)) {
      if (token.type === "directive") {
        directives += 1;
        const excess = directiveExcess(token, directives, limits);
        if (excess !== undefined) return exceed(excess);
      }
      yield token;
    }
  }
  yield* parser.end();
}

/** Each document has its own table of all tags before it, and each use of a tag writes its prefix. */
function directiveExcess(
  { source, offset }: Extract<Token, { type: "directive" }>,
  count: number,
  { directives, directive }: ComposeLimits,
): Excess | undefined {
  if (count > directives) return { rule: "yaml/too-many-directives", limit: directives, offset };
  return source.length > directive ? { rule: "yaml/long-directive", limit: directive, offset } : undefined;
}
