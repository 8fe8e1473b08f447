// Reads YAML and JSON as Go's tools do (YAML 1.1 words and numbers, no duplicate keys, limited aliases), with the position of every value.
// Problems are returned as diagnostics.
import { diagnose, type Diagnostic, type JsonPath, type Position } from "@capstan/kube";
import { LineCounter, type Document, type YAMLError } from "yaml";
import { compose } from "./compose.ts";
import { foreignDivider, withoutForeignLineEnds, type ForeignLineEnd } from "./line-ends.ts";
import { Locator } from "./locate.ts";
import { readNode, type Reading } from "./read-node.ts";
import { ScalarText } from "./scalar-text.ts";
import { yamlRules } from "./yaml-diagnostics.ts";

/** Options of `parseYaml`. */
export interface ParseYamlOptions {
  /** The file's name in positions. Default: `<yaml>`. */
  readonly file?: string;
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<YamlLimits>;
  /** Whether a key that a map has twice is an error, or its last value counts. Default: `error`. */
  readonly duplicateKeys?: "error" | "last";
}

/** Limits on the size of what is parsed. */
export interface YamlLimits {
  /** Characters of the source. Default: 16 Mi. */
  readonly characters: number;
  /** Documents in the source, empty ones included. Default: 10,000. */
  readonly documents: number;
  /** Parts of the source: names, values, punctuation, spaces, line ends. Default: 1,000,000. */
  readonly parts: number;
  /** Levels of nesting. Default: 200. */
  readonly depth: number;
  /** Values that aliases may add, in all documents together. Default: 100,000. */
  readonly aliasedValues: number;
}

/** One document. */
export interface YamlDocument {
  /** The JSON value. */
  readonly value: unknown;
  /** The position of a field, or of its nearest ancestor in the source: the key of a map's field, the start of a list's item. */
  readonly positionOf: (path: JsonPath) => Position;
}

/** The documents of a source, and its problems. Documents with errors are omitted. */
export interface ParsedYaml {
  readonly documents: readonly YamlDocument[];
  readonly diagnostics: readonly Diagnostic[];
}

const defaultLimits: YamlLimits = {
  characters: 16 * 1024 * 1024,
  documents: 10_000,
  // A CRD has one for every 10 to 18 characters.
  parts: 1_000_000,
  depth: 200,
  aliasedValues: 100_000,
};

/** Kubernetes' documents have no use for directives; some tools write `%YAML 1.1` in front. */
const directiveLimits = { directives: 100, directive: 1000 };

/**
 * Parses all documents of a YAML or JSON source, as Kubernetes' tools in Go read them: `yes` is a boolean, `0o17` and `017` are numbers, a
 * date is a string. Empty documents are skipped. Syntax to which Go's reader gives another meaning than the parser used here is an error.
 *
 * It never throws. Every problem is a diagnostic with a code (`yaml/*`), a position and a help. A document with an error is omitted; the
 * other documents are returned. Warnings (`yaml/unsafe-integer`) omit nothing. Of a source that exceeds a limit of the whole source (all but
 * the depth), no document is returned.
 *
 * @example
 * const { documents, diagnostics } = parseYaml(await readFile("foo.yaml", "utf8"), { file: "foo.yaml" });
 */
export function parseYaml(source: string, options: ParseYamlOptions = {}): ParsedYaml {
  const limits = { ...defaultLimits, ...options.limits };
  const file = options.file ?? "<yaml>";
  if (source.length > limits.characters) {
    const values = { size: source.length, limit: limits.characters };
    return { documents: [], diagnostics: [diagnose(yamlRules, "yaml/too-large", { values, position: { file } })] };
  }
  const lines = new LineCounter();
  const positionAt = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col };
  };
  const read = withoutForeignLineEnds(source);
  if (typeof read !== "string") return { documents: [], diagnostics: [foreignLineEnd(read, source, file)] };
  const divider = foreignDivider(read);
  if (divider !== undefined) {
    const values = { what: divider.name, help: "write --- on a line of its own, and quote keys that begin with it" };
    const position = positionIn(source, divider.offset, file);
    return { documents: [], diagnostics: [diagnose(yamlRules, "yaml/disputed", { values, position })] };
  }
  // Go's tools end the last line of a file, too.
  const ended = read.endsWith("\n") ? read : `${read}\n`;
  const composed = compose(ended, lines, { ...limits, ...directiveLimits });
  if ("excess" in composed) {
    const { rule, limit, offset } = composed.excess;
    const details = { values: { limit }, position: positionAt(offset) };
    return { documents: [], diagnostics: [diagnose(yamlRules, rule, details)] };
  }
  if ("dispute" in composed) {
    const { what, help, offset } = composed.dispute;
    const details = { values: { what, help }, position: positionAt(offset) };
    return { documents: [], diagnostics: [diagnose(yamlRules, "yaml/disputed", details)] };
  }
  return readDocuments(composed.documents, {
    limits,
    positionAt,
    diagnostics: [],
    aliased: { values: 0 },
    text: new ScalarText(ended),
    duplicateKeys: options.duplicateKeys ?? "error",
  });
}

function foreignLineEnd({ name, offset }: ForeignLineEnd, source: string, file: string): Diagnostic {
  const position = positionIn(source, offset, file);
  const values = {
    what: `${name} ends the line for kubectl, and not for other readers`,
    help: "remove it, or write it as an escape in double quotes; end lines with a line feed",
  };
  return diagnose(yamlRules, "yaml/syntax", { values, position });
}

function positionIn(source: string, offset: number, file: string): Position {
  const before = source.slice(0, offset);
  return { file, line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}

type Parsed = Document.Parsed;

interface Reader {
  readonly limits: YamlLimits;
  readonly positionAt: (offset: number) => Position;
  readonly diagnostics: Diagnostic[];
  readonly aliased: Reading["aliased"];
  readonly text: ScalarText;
  readonly duplicateKeys: "error" | "last";
}

function readDocuments(composed: readonly Parsed[], reader: Reader): ParsedYaml {
  const { limits, diagnostics, aliased } = reader;
  const documents: YamlDocument[] = [];
  for (const each of composed) {
    const document = readDocument(each, reader);
    if (aliased.values > limits.aliasedValues) return { documents: [], diagnostics };
    if (document !== undefined) documents.push(document);
  }
  return { documents, diagnostics };
}

function readDocument(
  document: Parsed,
  { limits, positionAt, diagnostics, aliased, text, duplicateKeys }: Reader,
): YamlDocument | undefined {
  const [broken] = document.errors;
  if (broken !== undefined) {
    // Errors after the first one are unreliable.
    diagnostics.push(syntaxError(broken, { limits, positionAt }));
    return undefined;
  }
  if (document.contents === null) return undefined;
  const found: Diagnostic[] = [];
  const reading: Reading = {
    anchors: new Map(),
    aliases: new Map(),
    open: new Set(),
    aliased,
    limits,
    text,
    duplicateKeys,
    lineOf: (offset) => positionAt(offset).line ?? 0,
    report: (rule, offset, values) =>
      found.push(diagnose(yamlRules, rule, { values: shortened(values), position: positionAt(offset) })),
  };
  const value = readNode(document.contents, reading, { depth: 0, inAlias: false });
  // Not as arguments of one call: there can be more than a call may have.
  for (const each of found) diagnostics.push(each);
  if (found.some(({ severity }) => severity === "error") || value === null) return undefined;
  const locator = new Locator(document.contents, reading.aliases);
  return { value, positionOf: (path) => positionAt(locator.locate(path)) };
}

const helps: Readonly<Record<string, string>> = {
  BAD_INDENT: "align the line with the entries that it belongs to",
  BLOCK_AS_IMPLICIT_KEY: "quote the value if it contains a colon and a space",
  MISSING_CHAR: "add the missing character",
  MULTILINE_IMPLICIT_KEY: "put a colon after the key, or quote a string of several lines",
  TAB_AS_INDENT: "indent with spaces instead of tabs",
  UNEXPECTED_TOKEN: "remove the characters at this place, or quote them",
  BAD_ALIAS: "use the name of an anchor above this alias",
};

function syntaxError(error: YAMLError, { limits, positionAt }: Pick<Reader, "limits" | "positionAt">): Diagnostic {
  const position = positionAt(error.pos[0]);
  // The parser reached its own limit first.
  if (error.code === "RESOURCE_EXHAUSTION")
    return diagnose(yamlRules, "yaml/too-deep", { values: { limit: limits.depth }, position });
  const values = { what: error.message, help: helps[error.code] ?? "correct the YAML syntax at this place" };
  return diagnose(yamlRules, "yaml/syntax", { values: shortened(values), position });
}

type Values = Readonly<Record<string, string | number>>;

/** How much of a value a message shows: of a sentence more than of a key or a tag. A token in it may be of any length. */
const shownLengths: Readonly<Record<string, number>> = { what: 120, help: 120 };

function shortened(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, cut(value, shownLengths[name] ?? 60)]),
  );
}

function cut(value: string | number, length: number): string | number {
  return typeof value === "number" || value.length <= length ? value : `${value.slice(0, length)}...`;
}
