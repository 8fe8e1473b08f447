// Renders parsed templates as Go's text/template does, with its errors.
import { BoundedOutput, bounded } from "./bounds.ts";
import { type GoFunction, type ParameterType, parameterAt } from "./functions.ts";
import {
  type AnyNode,
  type CommandNode,
  type ControlNode,
  type NumberNode,
  type Operand,
  type PipeNode,
  type TemplateNode,
  writtenNode,
} from "./nodes.ts";
import { FunctionFailure, TemplateError, UnplayedTemplate, goQuoted } from "./go-errors.ts";
import {
  entryOf,
  formatValue,
  GoInteger,
  type GoValue,
  isList,
  isMap,
  isTrue,
  sortedEntries,
  goTypeOf,
} from "./values.ts";

/** What a template is rendered with. */
export interface ExecuteSettings {
  readonly name: string;
  readonly text: string;
  readonly functionOf: (name: string) => GoFunction;
  /** Whether a key that a map does not have is an error. */
  readonly missingIsError: boolean;
}

/** A value, and whether it comes out of a map or a list: the type that errors name depends on that. */
interface Held {
  readonly value: GoValue;
  readonly isInterface: boolean;
}

/** Undefined is no value at all. */
type Reflected = Held | undefined;

function held(value: GoValue, isInterface = false): Held {
  return { value, isInterface };
}

/** What a range over an integer has, one after the other. */
function* integersBelow({ value, type }: GoInteger): Generator<readonly [undefined, Held]> {
  for (let next = 0n; next < value; next += 1n) yield [undefined, held(new GoInteger(next, type))];
}

/** How a list of nodes ended. */
type Flow = "break" | "continue" | undefined;

interface Variable {
  readonly name: string;
  value: Reflected;
}

/** Renders a template; throws a TemplateError, or an UnplayedTemplate. */
export function executeTemplate(nodes: readonly TemplateNode[], data: GoValue, settings: ExecuteSettings): string {
  return new Execution(data, settings).run(nodes);
}

class Execution {
  readonly #settings: ExecuteSettings;
  readonly #data: Held;
  readonly #variables: Variable[];
  #node: AnyNode | undefined;
  readonly #output = new BoundedOutput();

  constructor(data: GoValue, settings: ExecuteSettings) {
    this.#settings = settings;
    this.#data = held(data);
    this.#variables = [{ name: "$", value: this.#data }];
  }

  run(nodes: readonly TemplateNode[]): string {
    this.#list(this.#data, nodes);
    return this.#output.text;
  }

  #error(problem: string): TemplateError {
    const { name, text } = this.#settings;
    const before = text.slice(0, this.#node?.at ?? 0);
    const lines = before.split("\n");
    const column = Buffer.byteLength(lines.at(-1) ?? "");
    const node = this.#node === undefined ? "" : writtenNode(this.#node);
    return new TemplateError(
      `template: ${name}:${lines.length}:${column}: executing ${goQuoted(name)} at <${node}>: ${problem}`,
    );
  }

  #list(dot: Reflected, nodes: readonly TemplateNode[]): Flow {
    for (const node of nodes) {
      const flow = this.#walk(dot, node);
      if (flow !== undefined) return flow;
    }
    return undefined;
  }

  #walk(dot: Reflected, node: TemplateNode): Flow {
    this.#node = node;
    this.#output.step();
    switch (node.kind) {
      case "text":
        this.#output.write(node.text);
        return undefined;
      case "action": {
        const value = this.#pipe(dot, node.pipe);
        if (node.pipe.variables.length === 0) this.#output.write(formatValue(value?.value));
        return undefined;
      }
      case "break":
      case "continue":
        return node.kind;
      case "range":
        return this.#range(dot, node);
      default:
        return this.#ifOrWith(dot, node);
    }
  }

  #ifOrWith(dot: Reflected, { kind, pipe, list, otherwise = [] }: ControlNode): Flow {
    const known = this.#variables.length;
    const value = this.#pipe(dot, pipe);
    const flow = isTrue(value?.value) ? this.#list(kind === "with" ? value : dot, list) : this.#list(dot, otherwise);
    this.#variables.length = known;
    return flow;
  }

  #range(dot: Reflected, node: ControlNode): Flow {
    const known = this.#variables.length;
    const value = this.#pipe(dot, node.pipe)?.value;
    const items = this.#itemsOf(value, node.pipe);
    let [flow, isEmpty]: [Flow, boolean] = [undefined, true];
    for (const [index, item] of items) {
      isEmpty = false;
      this.#output.step();
      const mark = this.#variables.length;
      this.#setRangeVariables(node.pipe, index, item);
      flow = this.#list(item, node.list);
      this.#variables.length = mark;
      if (flow === "break") break;
    }
    // Neither a break nor a continue goes beyond the loop.
    flow = isEmpty ? this.#list(dot, node.otherwise ?? []) : undefined;
    this.#variables.length = known;
    return flow;
  }

  #itemsOf(value: GoValue | undefined, { variables }: PipeNode): Iterable<readonly [Reflected, Held]> {
    if (value === undefined || value === null) return [];
    if (value instanceof GoInteger) {
      if (variables.length > 1)
        throw this.#error(`can't use ${formatValue(value)} to iterate over more than one variable`);
      return integersBelow(value);
    }
    if (isList(value)) return value.map((item, i) => [held(new GoInteger(i)), held(item, true)]);
    if (isMap(value)) return sortedEntries(value).map(([key, item]) => [held(key), held(item, true)]);
    throw this.#error(`range can't iterate over ${formatValue(value)}`);
  }

  #setRangeVariables({ variables, isAssignment }: PipeNode, index: Reflected, item: Held): void {
    const [first, second] = variables;
    if (first === undefined) return;
    const given: readonly (readonly [string, Reflected])[] =
      second === undefined
        ? [[first, item]]
        : [
            [first, index],
            [second, item],
          ];
    for (const [at, [name, value]] of given.entries()) {
      if (isAssignment) this.#setVariable(name, value);
      else {
        const own = this.#variables[this.#variables.length - given.length + at];
        if (own !== undefined) own.value = value;
      }
    }
  }

  #setVariable(name: string, value: Reflected): void {
    const found = this.#variables.findLast((variable) => variable.name === name);
    if (found === undefined) throw this.#error(`undefined variable: ${name}`);
    found.value = value;
  }

  #pipe(dot: Reflected, node: PipeNode): Reflected {
    this.#node = node;
    let value: Reflected;
    for (const [index, command] of node.commands.entries()) {
      const result = this.#command(dot, command, index === 0 ? undefined : { value });
      // What is in an interface is taken out of it.
      value = result === undefined || result.value === null ? undefined : held(result.value);
    }
    for (const name of node.variables)
      if (node.isAssignment) this.#setVariable(name, value);
      else this.#variables.push({ name, value });
    return value;
  }

  /** `final` is the result of the command before. */
  #command(dot: Reflected, command: CommandNode, final: Final): Reflected {
    const [first, ...rest] = command.operands;
    const call = { node: command, operands: rest, final };
    switch (first.kind) {
      case "function":
        return this.#call(dot, first, call);
      case "field":
      case "chain":
        return this.#fieldOrChain(dot, first, call);
      case "variable":
        return this.#variable(first, call);
      case "pipe":
        this.#checkNoArguments(first, call);
        return this.#pipe(dot, first);
      default:
        this.#node = first;
        this.#checkNoArguments(first, call);
        if (first.kind === "nil") throw this.#error("nil is not a command");
        return first.kind === "dot" ? dot : held(this.#constant(first));
    }
  }

  #checkNoArguments(first: Operand, { operands, final }: Call): void {
    if (operands.length > 0 || final !== undefined)
      throw this.#error(`can't give argument to non-function ${writtenNode(first)}`);
  }

  #constant(node: Extract<Operand, { readonly kind: "bool" | "string" | "number" }>): GoValue {
    if (node.kind !== "number") return node.value;
    if (node.isFloat) return node.float;
    return new GoInteger(node.integer ?? 0n);
  }

  #fieldOrChain(dot: Reflected, node: Operand & { readonly kind: "field" | "chain" }, call: Call): Reflected {
    this.#node = node;
    if (node.kind === "field") return this.#fields(dot, node.names, call);
    if (node.of.kind === "nil") throw this.#error(`indirection through explicit nil in ${writtenNode(node)}`);
    return this.#fields(this.#argument(dot, "any", node.of), node.names, call);
  }

  #variable(node: Operand & { readonly kind: "variable" }, call: Call): Reflected {
    this.#node = node;
    const found = this.#variables.findLast(({ name }) => name === node.name);
    if (found === undefined) throw this.#error(`undefined variable: ${node.name}`);
    if (node.names.length > 0) return this.#fields(found.value, node.names, call);
    this.#checkNoArguments(node, call);
    return found.value;
  }

  #fields(from: Reflected, names: readonly string[], { operands, final }: Call): Reflected {
    return names.reduce((value, name, index) => {
      const isLast = index === names.length - 1;
      return this.#field(value, name, isLast && (operands.length > 0 || final !== undefined));
    }, from);
  }

  #field(from: Reflected, name: string, hasArguments: boolean): Reflected {
    const { missingIsError } = this.#settings;
    if (from === undefined) {
      if (missingIsError) throw this.#error(`nil data; no entry for key ${goQuoted(name)}`);
      return undefined;
    }
    const type = from.isInterface ? "interface {}" : goTypeOf(from.value);
    if (from.value === null) throw this.#error(`nil pointer evaluating ${type}.${name}`);
    if (!isMap(from.value)) throw this.#error(`can't evaluate field ${name} in type ${type}`);
    if (hasArguments) throw this.#error(`${name} is not a method but has arguments`);
    const value = entryOf(from.value, name);
    if (value !== undefined) return held(value, true);
    if (missingIsError) throw this.#error(`map has no entry for key ${goQuoted(name)}`);
    return undefined;
  }

  #call(
    dot: Reflected,
    node: Operand & { readonly kind: "function" },
    { node: whole, operands, final }: Call,
  ): Reflected {
    this.#node = node;
    const { name } = node;
    const its = this.#settings.functionOf(name);
    const { parameters, rest } = its;
    const count = operands.length + (final === undefined ? 0 : 1);
    if (rest !== undefined && count < parameters.length)
      throw this.#error(`wrong number of args for ${name}: want at least ${parameters.length} got ${operands.length}`);
    if (rest === undefined && count !== parameters.length)
      throw this.#error(`wrong number of args for ${name}: want ${parameters.length} got ${count}`);
    if (name === "and" || name === "or") return this.#shortCircuit(dot, name, { node: whole, operands, final });
    const given = operands.map((operand, index) => this.#argument(dot, parameterAt(its, index), operand));
    if (final !== undefined) given.push(this.#typed(final.value, parameterAt(its, operands.length)));
    const values = given.map((each) => each?.value);
    try {
      const result = bounded(its.call(values));
      return result === undefined ? undefined : held(result);
    } catch (error) {
      if (error instanceof RangeError) throw new UnplayedTemplate(`the size of what ${name} returns`);
      if (!(error instanceof FunctionFailure)) throw error;
      this.#node = whole;
      throw this.#error(`error calling ${name}: ${error.message}`);
    }
  }

  #shortCircuit(dot: Reflected, name: "and" | "or", { operands, final }: Call): Reflected {
    let value: Reflected;
    for (const operand of operands) {
      value = this.#argument(dot, "any", operand);
      if (isTrue(value?.value) === (name === "or")) return value;
    }
    return final === undefined ? value : final.value;
  }

  #argument(dot: Reflected, type: ParameterType, node: Operand): Reflected {
    this.#node = node;
    const alone = { node, operands: [], final: undefined };
    switch (node.kind) {
      case "dot":
        return this.#typed(dot, type);
      case "nil":
        if (type !== "any" && type !== "list" && type !== "map") throw this.#error(`cannot assign nil to ${type}`);
        // Functions get it as no value.
        return type === "any" ? undefined : held(null, true);
      case "field":
      case "chain":
        return this.#typed(this.#fieldOrChain(dot, node, alone), type);
      case "variable":
        return this.#typed(this.#variable(node, alone), type);
      case "function":
        return this.#typed(this.#call(dot, node, alone), type);
      case "pipe":
        return this.#typed(this.#pipe(dot, node), type);
      default:
        return held(this.#literal(type, node));
    }
  }

  #literal(type: ParameterType, node: Extract<Operand, { readonly kind: "bool" | "string" | "number" }>): GoValue {
    const found = writtenNode(node);
    switch (type) {
      case "any":
        return this.#constant(node);
      case "string":
        if (node.kind === "string") return node.value;
        throw this.#error(`expected string; found ${found}`);
      case "bool":
        if (node.kind === "bool") return node.value;
        throw this.#error(`expected bool; found ${found}`);
      case "float64":
        if (node.kind === "number") return node.float;
        throw this.#error(`expected float; found ${found}`);
      case "int":
      case "int64":
        return new GoInteger(this.#integer(node, found), type);
      default:
        throw this.#error(`can't handle ${found} for arg of type ${goTypes[type] ?? type}`);
    }
  }

  #integer(node: Operand | NumberNode, found: string): bigint {
    if (node.kind === "number" && node.integer !== undefined) return node.integer;
    throw this.#error(`expected integer; found ${found}`);
  }

  /** A value that has the type of a parameter. */
  #typed(given: Reflected, type: ParameterType): Reflected {
    const isAny = type === "any";
    if (given === undefined) {
      if (isAny) return undefined;
      if (type === "list" || type === "map") return held(null);
      throw this.#error(`invalid value; expected ${goTypes[type] ?? type}`);
    }
    if (isAny) return given;
    const own = given.value === null ? "interface {}" : goTypeOf(given.value);
    const wanted = goTypes[type] ?? type;
    if (own === wanted) return given;
    throw this.#error(`wrong type for value; expected ${wanted}; got ${own}`);
  }
}

/** How Go writes the types that have another name here. */
const goTypes: Readonly<Partial<Record<ParameterType, string>>> = {
  list: "[]interface {}",
  map: "map[string]interface {}",
};

/** A call of a function, or of what cannot be called. */
interface Call {
  /** What an error of the function is about. */
  readonly node: AnyNode;
  readonly operands: readonly Operand[];
  readonly final: Final;
}

/** The result of the command before; undefined where there is none. */
type Final = { readonly value: Reflected } | undefined;
