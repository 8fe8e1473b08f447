// Fields that are JSON until they are read: parsed, they would take far more memory. An object that is shared keeps such a field as JSON, and parses it each time;
// a copy has one owner, so it parses the field once, when its owner reads it, and has it as an ordinary field then.

/** What a lazy field is parsed from; two fields with the same source are equal. */
export interface LazySource {
  /** A value that nobody else has. */
  parse(): unknown;
  /** A value that others may have too. */
  shared(): unknown;
}

/** The lazy fields of objects, by name. */
const lazyFields = new WeakMap<object, Map<string, LazySource>>();
/** Hardly any process has such an object, and objects are copied and compared all the time. */
let hasAny = false;

/** Gives an object a field that is parsed each time it is read. Nobody may write it. */
export function defineLazy(object: object, name: string, source: LazySource): void {
  define(object, { name, source }, { get: () => source.shared() });
}

/** Gives a copy a field that is parsed when it is read or replaced. */
export function defineOwnLazy(copy: object, name: string, source: LazySource): void {
  const set = (value: unknown): void => {
    lazyFields.get(copy)?.delete(name);
    Object.defineProperty(copy, name, { value, enumerable: true, writable: true, configurable: true });
  };
  let frozen: { readonly value: unknown } | undefined;
  const get = (): unknown => {
    // Nobody may replace the accessor then.
    if (Object.isSealed(copy)) return (frozen ??= { value: source.parse() }).value;
    const value = source.parse();
    set(value);
    return value;
  };
  define(copy, { name, source }, { get, set });
}

interface LazyField {
  readonly name: string;
  readonly source: LazySource;
}

function define(object: object, { name, source }: LazyField, accessors: Pick<PropertyDescriptor, "get" | "set">): void {
  hasAny = true;
  const fields = lazyFields.get(object) ?? new Map<string, LazySource>();
  lazyFields.set(object, fields.set(name, source));
  Object.defineProperty(object, name, { enumerable: true, configurable: true, ...accessors });
}

/** Whether an object has lazy fields, or had some. */
export function isLazy(object: object): boolean {
  return hasAny && lazyFields.has(object);
}

/** The source of a field that was not read yet. */
export function lazySource(object: object, name: string): LazySource | undefined {
  const source = lazyFields.get(object)?.get(name);
  // Its owner may have removed the field, and set another one of that name.
  return source !== undefined && Object.getOwnPropertyDescriptor(object, name)?.get !== undefined ? source : undefined;
}

/** Whether two objects have the same JSON in a field, so that nobody has to parse it to see that it is equal. */
export function isSameLazy(a: object, b: object, name: string): boolean {
  if (!isLazy(a) || !isLazy(b)) return false;
  const source = lazySource(a, name);
  return source !== undefined && source === lazySource(b, name);
}
