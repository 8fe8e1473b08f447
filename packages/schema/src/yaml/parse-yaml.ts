// Kubernetes documents from text: several YAML or JSON documents with the position of every value, read as Go's tools read
// them (YAML 1.1 words and numbers, no duplicate keys, bounded aliases). What is wrong comes back as diagnostics.
import { diagnose, type Diagnostic, type JsonPath, type Position } from "@capstan/kube";
import { LineCounter, parseAllDocuments, type Document, type YAMLError } from "yaml";
import { locate } from "./locate.ts";
import { readNode, type Reading } from "./read-node.ts";
import { yamlRules } from "./yaml-diagnostics.ts";

/** Settings of a reading. */
export interface ParseYamlOptions {
  /** The file's name for positions. */
  readonly file?: string;
  readonly limits?: Partial<YamlLimits>;
}

/** How much a text may ask for. */
export interface YamlLimits {
  /** Characters of the text. Default: 16 Mi. */
  readonly characters: number;
  /** Levels of nesting. Default: 200. */
  readonly depth: number;
  /** Values that aliases may add. Default: 100,000. */
  readonly aliasedValues: number;
}

/** One document of a text. */
export interface YamlDocument {
  /** The JSON value. */
  readonly value: unknown;
  /** Where a field stands, or its nearest ancestor that does; of a map's field the key, of a list's item its start. */
  readonly positionOf: (path: JsonPath) => Position;
}

/** What a text holds; documents with errors are left out. */
export interface ParsedYaml {
  readonly documents: readonly YamlDocument[];
  readonly diagnostics: readonly Diagnostic[];
}

const defaultLimits: YamlLimits = { characters: 16 * 1024 * 1024, depth: 200, aliasedValues: 100_000 };

/** Reads every document of a text; empty ones are skipped, as the Kubernetes tools do. Never throws. */
export function parseYaml(text: string, options: ParseYamlOptions = {}): ParsedYaml {
  const limits = { ...defaultLimits, ...options.limits };
  const file = options.file ?? "<text>";
  if (text.length > limits.characters) {
    const values = { size: text.length, limit: limits.characters };
    return { documents: [], diagnostics: [diagnose(yamlRules, "yaml/too-large", { values, position: { file } })] };
  }
  const lines = new LineCounter();
  const positionAt = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col };
  };
  const diagnostics: Diagnostic[] = [];
  const documents = compose(text, lines).flatMap(
    (document) => readDocument(document, { limits, positionAt, diagnostics }) ?? [],
  );
  return { documents, diagnostics };
}

type Parsed = Document.Parsed;

function compose(text: string, lineCounter: LineCounter): readonly Parsed[] {
  // Scalars stay texts: what they mean is Go's to say (plain-meaning.ts), not YAML 1.1's or 1.2's.
  const settings = {
    schema: "failsafe",
    version: "1.1",
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "silent",
  } as const;
  const parsed = parseAllDocuments(text, { ...settings, lineCounter });
  return Array.isArray(parsed) ? parsed : [];
}

interface Reader {
  readonly limits: YamlLimits;
  readonly positionAt: (offset: number) => Position;
  readonly diagnostics: Diagnostic[];
}

function readDocument(document: Parsed, { limits, positionAt, diagnostics }: Reader): YamlDocument | undefined {
  const [broken] = document.errors;
  if (broken !== undefined) {
    // What the parser says after its first error is guesswork.
    diagnostics.push(syntaxError(broken, { limits, positionAt }));
    return undefined;
  }
  if (document.contents === null) return undefined;
  const found: Diagnostic[] = [];
  const reading: Reading = {
    anchors: new Map(),
    open: new Set(),
    aliased: 0,
    limits,
    lineOf: (offset) => positionAt(offset).line ?? 0,
    report: (rule, offset, values) => found.push(diagnose(yamlRules, rule, { values, position: positionAt(offset) })),
  };
  const value = readNode(document.contents, reading, { depth: 0, inAlias: false });
  diagnostics.push(...found);
  if (found.some(({ severity }) => severity === "error") || value === null) return undefined;
  return { value, positionOf: (path) => positionAt(locate(document.contents, path)) };
}

const mends: Readonly<Record<string, string>> = {
  BAD_INDENT: "Align the line with the entries it belongs to",
  BLOCK_AS_IMPLICIT_KEY: "Quote the value if it contains a colon and a blank",
  MISSING_CHAR: "Add the missing character",
  MULTILINE_IMPLICIT_KEY: "Put a colon after the key, or quote a text that spans lines",
  TAB_AS_INDENT: "Indent with blanks instead of tabs",
  UNEXPECTED_TOKEN: "Remove what stands there, or quote it",
  BAD_ALIAS: "Use the name of an anchor that stands before it",
};

function syntaxError(error: YAMLError, { limits, positionAt }: Pick<Reader, "limits" | "positionAt">): Diagnostic {
  const position = positionAt(error.pos[0]);
  // The parser's own stack ended before our limit was reached.
  if (error.code === "RESOURCE_EXHAUSTION")
    return diagnose(yamlRules, "yaml/too-deep", { values: { limit: limits.depth }, position });
  const values = { what: error.message, mend: mends[error.code] ?? "Correct the YAML syntax at this place" };
  return diagnose(yamlRules, "yaml/syntax", { values, position });
}
