// How many lines of Go upstream wrote by hand for the conversion of one kind: those of the functions that its two methods, or
// those of conversion-gen for the kind, reach, also through generated ones, without empty lines and comments.

/** The sources of conversions in Go. */
export interface GoSources {
  readonly written: readonly string[];
  readonly generated: readonly string[];
}

/** The lines, 0 when the kind has no conversion there. */
export function writtenLines(kind: string, sources: GoSources): number {
  const functions = new Map<string, GoFunction>();
  for (const [isWritten, texts] of [[true, sources.written] as const, [false, sources.generated] as const])
    for (const text of texts) for (const one of functionsOf(text, isWritten)) functions.set(one.name, one);
  const reached = new Set<GoFunction>();
  const ends = [
    `${kind}.ConvertTo`,
    `${kind}.ConvertFrom`,
    `_${kind}_To_v1beta1_${kind}`,
    `_${kind}_To_v1beta2_${kind}`,
  ];
  const open = [...functions.keys()].filter((name) => ends.some((end) => name.endsWith(end)));
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const one = functions.get(name);
    if (one === undefined || reached.has(one)) continue;
    reached.add(one);
    open.push(...new Set(one.text.match(/\w+/g)));
  }
  return [...reached].filter(({ isWritten }) => isWritten).reduce((sum, { text }) => sum + codeLines(text), 0);
}

/** Lines that are neither empty nor a comment. */
export function codeLines(text: string): number {
  return text.split("\n").filter((line) => !/^\s*(?:\/\/|\/?\*|$)/.test(line)).length;
}

interface GoFunction {
  /** The name, after that of the receiver's type if it is a method. */
  readonly name: string;
  readonly text: string;
  readonly isWritten: boolean;
}

function functionsOf(source: string, isWritten: boolean): GoFunction[] {
  return [...source.matchAll(/^func (?:\(\w+ \*?(\w+)\) )?(\w+)[\s\S]*?^}$/gm)].map(([text, receiver, name]) => ({
    name: receiver === undefined ? `${name}` : `${receiver}.${name}`,
    text,
    isWritten,
  }));
}
