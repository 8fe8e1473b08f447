// The parts of a parsed template, and how Go writes them in errors.

/** A constant number: one without a point can be both. */
export interface NumberNode {
  readonly kind: "number";
  readonly at: number;
  readonly written: string;
  /** Undefined for what is no integer. */
  readonly integer: bigint | undefined;
  readonly float: number;
  /** Whether it is a float where nothing says what it is. */
  readonly isFloat: boolean;
}

/** What a command consists of. */
export type Operand =
  | { readonly kind: "bool"; readonly at: number; readonly value: boolean }
  | { readonly kind: "dot"; readonly at: number }
  | { readonly kind: "nil"; readonly at: number }
  | NumberNode
  | { readonly kind: "string"; readonly at: number; readonly written: string; readonly value: string }
  | { readonly kind: "field"; readonly at: number; readonly names: readonly string[] }
  | { readonly kind: "variable"; readonly at: number; readonly name: string; readonly names: readonly string[] }
  | { readonly kind: "function"; readonly at: number; readonly name: string }
  | { readonly kind: "chain"; readonly at: number; readonly of: Operand; readonly names: readonly string[] }
  | PipeNode;

/** A command with its arguments. */
export interface CommandNode {
  readonly kind: "command";
  readonly at: number;
  readonly operands: readonly [Operand, ...Operand[]];
}

/** Commands, each of which gets the result of the one before, and the variables that get the last one. */
export interface PipeNode {
  readonly kind: "pipe";
  readonly at: number;
  readonly variables: readonly string[];
  readonly isAssignment: boolean;
  readonly commands: readonly CommandNode[];
}

/** An `if`, `with` or `range`. */
export interface ControlNode {
  readonly kind: "if" | "with" | "range";
  readonly at: number;
  readonly pipe: PipeNode;
  readonly list: readonly TemplateNode[];
  readonly otherwise: readonly TemplateNode[] | undefined;
}

/** What a template consists of. */
export type TemplateNode =
  | { readonly kind: "text"; readonly at: number; readonly text: string }
  | { readonly kind: "action"; readonly at: number; readonly pipe: PipeNode }
  | { readonly kind: "break" | "continue"; readonly at: number }
  | ControlNode;

/** Anything that an error can be about. */
export type AnyNode = TemplateNode | CommandNode | Operand;

/** A node as Go writes it. */
export function writtenNode(node: AnyNode): string {
  switch (node.kind) {
    case "bool":
      return String(node.value);
    case "dot":
      return ".";
    case "nil":
      return "nil";
    case "number":
    case "string":
      return node.written;
    case "field":
      return fields(node.names);
    case "variable":
      return node.name + fields(node.names);
    case "function":
      return node.name;
    case "chain":
      return inParens(node.of) + fields(node.names);
    case "command":
      return node.operands.map(inParens).join(" ");
    case "pipe":
      return writtenPipe(node);
    case "text":
      return JSON.stringify(node.text);
    case "action":
      return `{{${writtenPipe(node.pipe)}}}`;
    case "break":
    case "continue":
      return `{{${node.kind}}}`;
    default:
      return writtenControl(node);
  }
}

function fields(names: readonly string[]): string {
  return names.map((name) => `.${name}`).join("");
}

function inParens(operand: Operand): string {
  return operand.kind === "pipe" ? `(${writtenPipe(operand)})` : writtenNode(operand);
}

function writtenPipe({ variables, isAssignment, commands }: PipeNode): string {
  const declared = variables.length === 0 ? "" : `${variables.join(", ")} ${isAssignment ? "=" : ":="} `;
  return declared + commands.map(writtenNode).join(" | ");
}

function writtenControl({ kind, pipe, list, otherwise }: ControlNode): string {
  const written = (nodes: readonly TemplateNode[]): string =>
    nodes.map((node) => (node.kind === "text" ? node.text : writtenNode(node))).join("");
  const rest = otherwise === undefined ? "" : `{{else}}${written(otherwise)}`;
  return `{{${kind} ${writtenPipe(pipe)}}}${written(list)}${rest}{{end}}`;
}
