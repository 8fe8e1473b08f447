// Parses the `${...}` expansions of a string. It accepts and rejects exactly what clusterctl does (drone/envsubst after the rewrite of
// legacy-spaces.ts), but reports the position.
import { diagnose, type Diagnostic } from "@capstan/kube";
import { envsubstDiagnostics, type VariableCode } from "./diagnostics.ts";
import { dropLegacySpaces } from "./legacy-spaces.ts";
import { positionsIn } from "./positions.ts";
import { Scanner, type Accept } from "./scanner.ts";
import type { Expansion, Segment } from "./template.ts";

/** A template, or the error. */
export interface ParsedTemplate {
  readonly segments: readonly Segment[];
  /** At most one error: like clusterctl, the parser stops at the first. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Carries a problem and its position out of the parser; never leaves this module. */
class Refusal extends Error {
  readonly problem: VariableCode;
  readonly offset: number;

  constructor(problem: VariableCode, offset: number) {
    super(problem);
    this.problem = problem;
    this.offset = offset;
  }
}

/** How deep expansions may be inside of each other. Each level takes a part of the stack; clusterctl has no limit. */
const nestingLimit = 100;

const anything: Accept = () => true;
const nameCharacter: Accept = (character) => /^[\p{L}\p{Nd}_]$/u.test(character);
const not = (...characters: readonly string[]): Accept => {
  return (character) => !characters.includes(character);
};
const upToTwo = (...characters: readonly string[]): Accept => {
  return (character, index) => characters.includes(character) && index < 3;
};

/** Parses a string into literal strings and expansions. */
export function parseTemplate(text: string, file = "<text>"): ParsedTemplate {
  const rewritten = dropLegacySpaces(text);
  try {
    return { segments: new Parser(rewritten.text, rewritten.originOf).parse(), diagnostics: [] };
  } catch (caught) {
    if (!(caught instanceof Refusal)) throw caught;
    return {
      segments: [],
      diagnostics: [
        diagnose(envsubstDiagnostics, caught.problem, {
          position: positionsIn(text, file)(rewritten.originOf(caught.offset)),
        }),
      ],
    };
  }
}

class Parser {
  readonly #scanner: Scanner;
  readonly #originOf: (offset: number) => number;
  /** How many expansions are open. */
  #depth = 0;
  /** Where the outermost open expansion starts: problems are reported there, since the parser may have run to the end of the file. */
  #start = 0;

  constructor(text: string, originOf: (offset: number) => number) {
    this.#scanner = new Scanner(text);
    this.#originOf = originOf;
  }

  parse(): Segment[] {
    const segments: Segment[] = [];
    for (;;) {
      this.#start = this.#scanner.offset;
      if (this.#scanner.take("${")) {
        segments.push(this.#expansion());
        continue;
      }
      const text = this.#scanner.word({ accept: anything, stopsAtExpansion: true, escapes: "dollar" });
      if (text === undefined) return segments;
      segments.push({ kind: "text", text });
    }
  }

  /** Everything after `${`. */
  #expansion(): Expansion {
    const offset = this.#originOf(this.#scanner.offset - 2);
    if (this.#scanner.take("#"))
      return this.#closed({
        kind: "expansion",
        name: this.#word(nameCharacter, "envsubst/bad-substitution"),
        operator: "length",
        args: [],
        offset,
      });
    const name = this.#word(nameCharacter, "envsubst/variable-name");
    return { kind: "expansion", name, ...this.#operation(), offset };
  }

  #operation(): Pick<Expansion, "operator" | "args"> {
    switch (this.#scanner.peek()) {
      case ":":
        return /[=\-?+]/.test(this.#scanner.peek(1)) ? this.#default() : this.#substring();
      case "=":
        return this.#default();
      case ",":
      case "^":
        return this.#closed({ operator: this.#word(upToTwo(",", "^"), "envsubst/bad-substitution"), args: [] });
      case "/":
        return this.#replace();
      case "#":
      case "%":
        return this.#trim();
      default:
        if (!this.#scanner.take("}")) throw new Refusal("envsubst/missing-closing-brace", this.#start);
        return { operator: "", args: [] };
    }
  }

  /** `${X=w}`, `${X:=w}` and similar: literal strings and expansions up to the first unnested `}`. */
  #default(): Pick<Expansion, "operator" | "args"> {
    const operator = this.#scanner.take("=") ? "=" : this.#word((_, index) => index < 3, "envsubst/default-function");
    const args: Segment[] = [];
    while (!this.#scanner.take("}")) args.push(this.#argument(not("}")));
    return { operator, args };
  }

  /** `${X:offset}` and `${X:offset:length}`. */
  #substring(): Pick<Expansion, "operator" | "args"> {
    this.#scanner.take(":");
    // The original loses its place when the text ends here or goes on outside ASCII.
    if (!/^[\0-\x7f]$/.test(this.#scanner.peek())) throw new Refusal("envsubst/bad-substitution", this.#start);
    const from = this.#argument(not(":", "}"));
    if (this.#scanner.take("}")) return { operator: ":", args: [from] };
    this.#word((character) => character === ":", "envsubst/bad-substitution");
    return this.#closed({ operator: ":", args: [from, this.#argument(not("}"))] });
  }

  /** `${X/old/new}` and its variants; the old text runs to the next slash, whatever is between. */
  #replace(): Pick<Expansion, "operator" | "args"> {
    const operator = this.#word(
      (character, index) => (index === 1 ? character === "/" : index === 2 && /[/#%]/.test(character)),
      "envsubst/bad-substitution",
    );
    const old = this.#argument(not("/"), "all");
    this.#word((character) => character === "/", "envsubst/bad-substitution");
    if (this.#scanner.take("}")) return { operator, args: [old] };
    return this.#closed({ operator, args: [old, this.#argument(not("}"), "all")] });
  }

  /** `${X#glob}`, `${X##glob}`, `${X%glob}`, `${X%%glob}`. */
  #trim(): Pick<Expansion, "operator" | "args"> {
    const operator = this.#word(upToTwo(this.#scanner.peek()), "envsubst/bad-substitution");
    return this.#closed({ operator, args: [this.#argument(not("}"))] });
  }

  #argument(accept: Accept, escapes?: "all"): Segment {
    if (this.#scanner.take("${")) return this.#nested();
    const text = this.#scanner.word({ accept, stopsAtExpansion: true, ...(escapes === undefined ? {} : { escapes }) });
    if (text === undefined) throw new Refusal("envsubst/argument", this.#start);
    return { kind: "text", text };
  }

  #nested(): Expansion {
    this.#depth += 1;
    if (this.#depth > nestingLimit) throw new Refusal("envsubst/too-deep", this.#start);
    const expansion = this.#expansion();
    this.#depth -= 1;
    return expansion;
  }

  #word(accept: Accept, problem: VariableCode): string {
    const word = this.#scanner.word({ accept });
    if (word === undefined) throw new Refusal(problem, this.#start);
    return word;
  }

  #closed<T>(value: T): T {
    if (!this.#scanner.take("}")) throw new Refusal("envsubst/bad-substitution", this.#start);
    return value;
  }
}
