// Parses templates of Go's text/template, with the errors of Go. Templates within a template, and complex numbers, are not played.
import { characterConstant, numberConstant, unquoted } from "./constants.ts";
import { Lexer, type Token, type TokenKind } from "./lexer.ts";
import type { CommandNode, Operand, PipeNode, TemplateNode } from "./nodes.ts";
import { TemplateError, UnplayedTemplate, goQuoted } from "./go-errors.ts";

/** What a template is parsed with. */
export interface ParseSettings {
  /** Its name in errors. */
  readonly name: string;
  /** Whether there is a function of that name. */
  readonly isFunction: (name: string) => boolean;
}

/** Parses a template; throws a TemplateError with the message of Go, or an UnplayedTemplate. */
export function parseGoTemplate(text: string, settings: ParseSettings): readonly TemplateNode[] {
  return new Parser(text, settings).parse();
}

/** What ends a list of nodes. */
type End = "end" | "else" | "else if" | "else with";

const operands: ReadonlySet<TokenKind> = new Set([
  ...(["bool", "charConstant", "complex", "dot", "field", "identifier", "number", "nil", "rawString"] as const),
  ...(["string", "variable", "leftParen"] as const),
]);

/** Levels of parentheses, and of blocks, that are played: Go has more. */
const deepest = 200;

class Parser {
  readonly #settings: ParseSettings;
  readonly #lexer: Lexer;
  /** Tokens that are read again, the next one at the end. */
  readonly #ahead: Token[] = [];
  #last: Token | undefined;
  #variables: string[] = ["$"];
  #ranges = 0;
  #depth = 0;
  #actionLine = 0;

  constructor(text: string, settings: ParseSettings) {
    this.#settings = settings;
    this.#lexer = new Lexer(text);
  }

  parse(): readonly TemplateNode[] {
    const nodes: TemplateNode[] = [];
    while (this.#peek().kind !== "eof") {
      const node = this.#textOrAction();
      if (typeof node === "string") throw this.#error(`unexpected {{${node === "end" ? "end" : "else"}}}`);
      nodes.push(node);
    }
    return nodes;
  }

  /** Errors name the line of the token that was read last. */
  #next(): Token {
    const again = this.#ahead.pop();
    if (again !== undefined) return again;
    this.#last = this.#lexer.next();
    return this.#last;
  }

  #peek(): Token {
    const token = this.#next();
    this.#ahead.push(token);
    return token;
  }

  #nextOther(): Token {
    let token = this.#next();
    while (token.kind === "space") token = this.#next();
    return token;
  }

  #peekOther(): Token {
    const token = this.#nextOther();
    this.#ahead.push(token);
    return token;
  }

  #error(problem: string): TemplateError {
    return new TemplateError(`template: ${this.#settings.name}:${this.#last?.line ?? 1}: ${problem}`);
  }

  #unexpected(token: Token, context: string): TemplateError {
    if (token.kind !== "error") return this.#error(`unexpected ${writtenToken(token)} in ${context}`);
    const isElsewhere = this.#actionLine !== 0 && this.#actionLine !== token.line;
    const start = ` in action started at ${this.#settings.name}:${this.#actionLine}`;
    const extra = token.value.endsWith(" action") ? start.slice(" in action".length) : start;
    return this.#error(`${token.value}${isElsewhere ? extra : ""}`);
  }

  #expectDelimiter(context: string): Token {
    const token = this.#nextOther();
    if (token.kind !== "rightDelimiter") throw this.#unexpected(token, context);
    return token;
  }

  #textOrAction(): TemplateNode | End {
    const token = this.#nextOther();
    if (token.kind === "text") return { kind: "text", at: token.at, text: token.value };
    if (token.kind !== "leftDelimiter") throw this.#unexpected(token, "input");
    this.#actionLine = token.line;
    const node = this.#action();
    this.#actionLine = 0;
    return node;
  }

  #action(): TemplateNode | End {
    const token = this.#nextOther();
    if (token.kind !== "keyword") {
      this.#ahead.push(token);
      return { kind: "action", at: token.at, pipe: this.#pipe("command", "rightDelimiter") };
    }
    switch (token.value) {
      case "break":
      case "continue":
        return this.#loopControl(token.value, token.at);
      case "end":
        this.#expectDelimiter("end");
        return "end";
      case "else":
        return this.#else();
      case "if":
      case "with":
      case "range":
        return this.#control(token.value);
      default:
        throw new UnplayedTemplate(`{{${token.value}}}`);
    }
  }

  #loopControl(kind: "break" | "continue", at: number): TemplateNode {
    const token = this.#nextOther();
    if (token.kind !== "rightDelimiter") throw this.#unexpected(token, `{{${kind}}}`);
    if (this.#ranges === 0) throw this.#error(`{{${kind}}} outside {{range}}`);
    return { kind, at };
  }

  #else(): End {
    const { kind, value } = this.#peekOther();
    if (kind === "keyword" && (value === "if" || value === "with")) return `else ${value}`;
    this.#expectDelimiter("else");
    return "else";
  }

  #control(kind: "if" | "with" | "range"): TemplateNode {
    return this.#deeper(() => this.#block(kind));
  }

  #block(kind: "if" | "with" | "range"): TemplateNode {
    const known = this.#variables.length;
    const pipe = this.#pipe(kind, "rightDelimiter");
    if (kind === "range") this.#ranges += 1;
    const [list, end] = this.#list();
    if (kind === "range") this.#ranges -= 1;
    const otherwise = this.#otherwise(kind, end);
    this.#variables = this.#variables.slice(0, known);
    return { kind, at: pipe.at, pipe, list, otherwise };
  }

  #otherwise(kind: "if" | "with" | "range", end: End): readonly TemplateNode[] | undefined {
    if (end === "end") return undefined;
    // One end ends both.
    if ((kind === "if" && end === "else if") || (kind === "with" && end === "else with")) {
      this.#nextOther();
      return [this.#control(kind)];
    }
    const [list, last] = this.#list();
    if (last !== "end") throw this.#error("expected end; found {{else}}");
    return list;
  }

  #list(): readonly [TemplateNode[], End] {
    const nodes: TemplateNode[] = [];
    while (this.#peekOther().kind !== "eof") {
      const node = this.#textOrAction();
      if (typeof node === "string") return [nodes, node];
      nodes.push(node);
    }
    throw this.#error("unexpected EOF");
  }

  #pipe(context: string, end: TokenKind): PipeNode {
    const { at } = this.#peekOther();
    const { variables, isAssignment } = this.#declarations(context);
    const commands: CommandNode[] = [];
    for (;;) {
      const token = this.#nextOther();
      if (token.kind === end) break;
      if (!operands.has(token.kind)) throw this.#unexpected(token, context);
      this.#ahead.push(token);
      commands.push(this.#command());
    }
    if (commands.length === 0) throw this.#error(`missing value for ${context}`);
    const constant = commands.findIndex(
      (command, index) => index > 0 && ["bool", "dot", "nil", "number", "string"].includes(command.operands[0].kind),
    );
    if (constant > 0) throw this.#error(`non executable command in pipeline stage ${constant + 1}`);
    return { kind: "pipe", at, variables, isAssignment, commands };
  }

  /** The variables before `:=` or `=`. */
  #declarations(context: string): Pick<PipeNode, "variables" | "isAssignment"> {
    const variables: string[] = [];
    while (this.#peekOther().kind === "variable") {
      const token = this.#next();
      const after = this.#peek();
      const next = this.#peekOther();
      const isList = next.kind === "char" && next.value === ",";
      if (next.kind !== "assign" && next.kind !== "declare" && !isList) {
        // Space counts between the operands of a command.
        if (after.kind === "space") this.#ahead.push(after);
        this.#ahead.push(token);
        break;
      }
      this.#nextOther();
      variables.push(token.value);
      this.#variables.push(token.value);
      if (!isList) return { variables, isAssignment: next.kind === "assign" };
      if (context !== "range" || variables.length >= 2) throw this.#error(`too many declarations in ${context}`);
      if (!["variable", "rightDelimiter", "rightParen"].includes(this.#peekOther().kind))
        throw this.#error("range can only initialize variables");
    }
    return { variables, isAssignment: false };
  }

  #command(): CommandNode {
    const { at } = this.#peekOther();
    const found: Operand[] = [];
    for (;;) {
      this.#peekOther();
      const operand = this.#operand();
      if (operand !== undefined) found.push(operand);
      const token = this.#next();
      if (token.kind === "space") continue;
      if (token.kind === "rightDelimiter" || token.kind === "rightParen") this.#ahead.push(token);
      else if (token.kind !== "pipe") throw this.#unexpected(token, "operand");
      break;
    }
    const [first, ...rest] = found;
    if (first === undefined) throw this.#error("empty command");
    return { kind: "command", at, operands: [first, ...rest] };
  }

  #operand(): Operand | undefined {
    const term = this.#term();
    if (term === undefined || this.#peek().kind !== "field") return term;
    const { at } = this.#peek();
    const names: string[] = [];
    while (this.#peek().kind === "field") names.push(this.#next().value.slice(1));
    switch (term.kind) {
      case "field":
        return { kind: "field", at, names: [...term.names, ...names] };
      case "variable":
        return { ...term, at, names };
      case "bool":
      case "string":
      case "number":
      case "nil":
      case "dot":
        throw this.#error(`unexpected . after term ${goQuoted(writtenConstant(term))}`);
      default:
        return { kind: "chain", at, of: term, names };
    }
  }

  #term(): Operand | undefined {
    const token = this.#nextOther();
    const { at, kind, value } = token;
    switch (kind) {
      case "identifier":
        if (!this.#settings.isFunction(value)) throw this.#error(`function ${goQuoted(value)} not defined`);
        return { kind: "function", at, name: value };
      case "dot":
      case "nil":
        return { kind, at };
      case "variable":
        if (!this.#variables.includes(value)) throw this.#error(`undefined variable ${goQuoted(value)}`);
        return { kind, at, name: value, names: [] };
      case "field":
        return { kind, at, names: [value.slice(1)] };
      case "bool":
        return { kind, at, value: value === "true" };
      case "leftParen":
        return this.#parenthesized();
      case "charConstant":
      case "complex":
      case "number":
      case "string":
      case "rawString":
        return this.#constant(token);
      default:
        this.#ahead.push(token);
        return undefined;
    }
  }

  #parenthesized(): PipeNode {
    return this.#deeper(() => this.#pipe("parenthesized pipeline", "rightParen"));
  }

  #deeper<T>(parse: () => T): T {
    if (this.#depth >= deepest) throw new UnplayedTemplate("more than 200 levels");
    this.#depth += 1;
    const parsed = parse();
    this.#depth -= 1;
    return parsed;
  }

  #constant({ kind, at, value }: Token): Operand {
    if (kind === "string" || kind === "rawString") {
      const text = unquoted(value);
      if (text === undefined) throw this.#error("invalid syntax");
      return { kind: "string", at, written: value, value: text };
    }
    if (kind === "complex" || (kind === "number" && value.endsWith("i"))) throw new UnplayedTemplate(value);
    const number = kind === "number" ? numberConstant(at, value) : characterConstant(at, value);
    if (typeof number === "string") throw this.#error(number);
    return number;
  }
}

function writtenConstant(term: Operand): string {
  if (term.kind === "number" || term.kind === "string") return term.written;
  if (term.kind === "bool") return String(term.value);
  return term.kind === "nil" ? "nil" : ".";
}

/** A token in an error. */
function writtenToken({ kind, value }: Token): string {
  if (kind === "eof") return "EOF";
  if (kind === "keyword" || kind === "dot" || kind === "nil") return `<${value}>`;
  const characters = Array.from(value);
  return characters.length > 10 ? `${goQuoted(characters.slice(0, 10).join(""))}...` : goQuoted(value);
}
