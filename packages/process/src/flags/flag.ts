// The rows of a flag table and the types of the values they give.

/** The value of a flag by its kind. */
export interface FlagTypes {
  readonly string: string;
  /** Names that commas separate, each once. */
  readonly names: readonly string[];
  /** Names of namespaces that commas separate, each once. */
  readonly namespaces: readonly string[];
  /** `--flag` alone is true. Default: false. */
  readonly boolean: boolean;
  /** A whole number of 0 or more. */
  readonly integer: number;
  /** At least 1. */
  readonly count: number;
  readonly port: number;
  /** Written as in Go, "1m30s"; the value is in milliseconds. */
  readonly duration: number;
  /** An address to listen on, ":9440" or "host:9440"; "0" and the empty string mean none. */
  readonly address: string;
  /** A number, also a negative one or one with a fraction. */
  readonly number: number;
  /** Names of cipher suites as in Go, that commas separate; the value has those of TLS 1.2 by OpenSSL's names. */
  readonly ciphers: readonly string[];
  /** The beginning of the path of a URL, "/hooks"; the empty string is none. */
  readonly path: string;
}

interface FlagCommon {
  /** One line for `--help`, without the default. */
  readonly help: string;
  /** Other names of the same flag. */
  readonly aliases?: readonly string[];
  /** The default, as it would be written on the command line; without one the value is undefined. */
  readonly default?: string;
  /** Of a flag that is given more than once, all values count, as if commas separated them. Default: the last one counts. */
  readonly repeats?: boolean;
}

/** A flag of one kind. */
export interface FlagOf<K extends keyof FlagTypes> extends FlagCommon {
  readonly kind: K;
}

/** A flag whose value is one of a few strings. */
export interface ChoiceFlag<C extends string = string> extends FlagCommon {
  readonly kind: "choice";
  readonly choices: readonly C[];
}

/** A flag with a default, so that its value is never undefined. */
export type WithDefault<F> = F & { readonly default: string };

/** One flag of a program. */
export type Flag = FlagOf<keyof FlagTypes> | ChoiceFlag;

/** The flags of a program by name, in the order of `--help`. */
export type FlagTable = Readonly<Record<string, Flag>>;

type Present<F> = F extends { readonly kind: "choice"; readonly choices: readonly (infer C)[] }
  ? C
  : F extends { readonly kind: infer K extends keyof FlagTypes }
    ? FlagTypes[K]
    : never;

type IsSet<F> = F extends { readonly default: string } | { readonly kind: "boolean" } ? true : false;

/** The values of a table's flags; a flag without a default may be undefined. */
export type FlagValues<T extends FlagTable> = {
  readonly [N in keyof T]: IsSet<T[N]> extends true ? Present<T[N]> : Present<T[N]> | undefined;
};
