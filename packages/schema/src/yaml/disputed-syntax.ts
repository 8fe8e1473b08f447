// Finds syntax that Go's reader of YAML and the parser of the yaml package read differently: what a file means here would be something else for kubectl. No
// Kubernetes document needs any of it, so it is an error. The differences were found by comparing both on random files.
import { CST } from "yaml";

/** What is read differently, and what to write in its place. */
export interface Dispute {
  readonly what: string;
  readonly help: string;
}

const disputes = {
  anchor: {
    what: "the name of an anchor has other characters than letters, digits, - and _",
    help: "write the name with these alone",
  },
  mark: {
    what: "there is a byte order mark (U+FEFF) before an indented line or in the middle of the file",
    help: "save the file as UTF-8 without a byte order mark, and quote strings that have one",
  },
  behindStart: {
    what: "the first line of a further document has something behind its ---",
    help: "write --- on a line of its own between documents",
  },
  ended: {
    what: "a document follows the end of another one (...) without ---",
    help: "write --- on a line of its own between documents",
  },
  flowKey: {
    what: "in [] or {}, a word begins with ? or :",
    help: "quote it",
  },
  flowColon: {
    what: "in [] or {}, a colon has nothing between it and the punctuation behind it",
    help: "quote the word if the colon is part of it, or write null as its value",
  },
  taggedMerge: {
    what: "the key << has a tag",
    help: "remove the tag, or quote the key if it does not merge maps",
  },
} as const satisfies Readonly<Record<string, Dispute>>;

/** What has no content. */
const silent: ReadonlySet<string> = new Set(["space", "comment", "doc-mode", "byte-order-mark", "flow-error-end"]);

/** What stands before a word on its line: behind a byte order mark, Go's reader counts its column from the mark. */
const indents: ReadonlySet<string> = new Set(["space", "seq-item-ind", "explicit-key-ind", "anchor", "tag"]);

/** What may not stand right behind a colon. */
const punctuation: ReadonlySet<string> = new Set([
  "comma",
  "flow-map-end",
  "flow-seq-end",
  "flow-map-start",
  "flow-seq-start",
]);

const openers: Readonly<Record<string, number>> = {
  "flow-map-start": 1,
  "flow-seq-start": 1,
  "flow-map-end": -1,
  "flow-seq-end": -1,
};

/** Where in a file the reader is: before or in the first document, behind the --- of a further one, behind the end of one. */
type Place = "first" | "start" | "inside" | "end";

/** Reads the parts of a source in their order. */
export class DisputeFinder {
  #place: Place = "first";
  /** How many `[` and `{` are open. */
  #flow = 0;
  /** Whether the next part is the source of a scalar. */
  #isScalar = false;
  /** The last part, and the last one that is neither space nor comment. */
  #before = "";
  #last = "";
  /** Whether the part before is a colon in a flow collection, after a word that is not quoted. */
  #isAfterColon = false;

  /** What is read differently of a part, as the lexer of the yaml package gives it. */
  next(part: string): Dispute | undefined {
    if (this.#isScalar) return this.#scalar(part);
    const type = CST.tokenType(part) ?? "";
    this.#isScalar = type === "scalar";
    return this.#isScalar ? undefined : this.#token(type, part);
  }

  #scalar(source: string): Dispute | undefined {
    this.#isScalar = false;
    // There is nothing between a colon and what follows it.
    if (source === "") return undefined;
    const isTaggedMerge = this.#last === "tag" && source === "<<";
    const found = this.#placed("scalar") ?? (isTaggedMerge ? disputes.taggedMerge : undefined);
    this.#follow("scalar");
    if (source.includes("\uFEFF")) return disputes.mark;
    return found ?? (this.#flow > 0 && /^[?:]/.test(source) ? disputes.flowKey : undefined);
  }

  #token(type: string, part: string): Dispute | undefined {
    const isNamed = type === "anchor" || type === "alias";
    if (isNamed && !/^.[\w-]*$/.test(part)) return disputes.anchor;
    if (type === "byte-order-mark" ? this.#before !== "" : this.#before === "byte-order-mark" && indents.has(type))
      return disputes.mark;
    if (this.#isAfterColon && punctuation.has(type)) return disputes.flowColon;
    this.#flow = Math.max(this.#flow + (openers[type] ?? 0), 0);
    const found = this.#placed(type);
    this.#follow(type);
    return found;
  }

  /** Follows where documents begin and end. */
  #placed(type: string): Dispute | undefined {
    const before = this.#place;
    if (silent.has(type)) return undefined;
    if (type === "doc-start") this.#place = before === "first" && this.#last === "" ? "first" : "start";
    else if (type === "doc-end") this.#place = "end";
    else if (type === "newline") this.#place = before === "start" ? "inside" : before;
    else if (before === "start") return disputes.behindStart;
    else if (before === "end" && type !== "directive-line") return disputes.ended;
    return undefined;
  }

  #follow(type: string): void {
    this.#isAfterColon = this.#flow > 0 && type === "map-value-ind" && !this.#last.endsWith("quoted-scalar");
    if (type !== "doc-mode") this.#before = type;
    if (!silent.has(type) && type !== "newline") this.#last = type;
  }
}
