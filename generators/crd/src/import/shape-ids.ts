// Numbers for values by what they hold: equal ones have the same number. A string of a whole value would hold everything below it again at each
// level.

/** Numbers the values of one file. */
export class ShapeIds {
  readonly #ids = new Map<string, number>();
  readonly #known = new WeakMap<object, number>();

  /** The number of a value: the same for each with the same JSON. */
  idOf(value: unknown): number {
    if (typeof value !== "object" || value === null) return this.#numberOf(JSON.stringify(value) ?? "null");
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const id = this.#numberOf(this.#keyOf(value));
    this.#known.set(value, id);
    return id;
  }

  /** Only the numbers of what is inside. */
  #keyOf(value: object): string {
    if (Array.isArray(value)) return `[${value.map((each) => this.idOf(each)).join(",")}`;
    const fields = Object.entries(value).filter(([, each]) => each !== undefined);
    return `{${fields.map(([name, each]) => `${JSON.stringify(name)}:${this.idOf(each)}`).join(",")}`;
  }

  #numberOf(key: string): number {
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#ids.size;
    this.#ids.set(key, id);
    return id;
  }
}
