// Places in source files, written alike by the language server's client and by the reference service, so that two answers can be compared.

/** One place: the file from the root of the repository, the line and the column, both counted from zero. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly character: number;
}

/** `file:line:column`, counted from one, as compilers print it. */
export function placeText({ file, line, character }: Place): string {
  return `${file}:${line + 1}:${character + 1}`;
}

/** Where `name` is declared and exported in a source. */
export function declarationOf(text: string, name: string): Omit<Place, "file"> {
  const declared = new RegExp(`^export (?:async )?(?:function|class|interface|type|const) (${name})\\b`, "md").exec(
    text,
  );
  const offset = declared?.indices?.[1]?.[0];
  if (offset === undefined) throw new Error(`no export of ${name} is declared there`);
  return positionAt(text, offset);
}

/** The line and column of an offset. */
export function positionAt(text: string, offset: number): Omit<Place, "file"> {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}

/** The places of `found` and `wanted` that the other lacks; empty when they agree. */
export function differences(found: readonly Place[], wanted: readonly Place[]): readonly string[] {
  const [foundTexts, wantedTexts] = [new Set(found.map(placeText)), new Set(wanted.map(placeText))];
  return [
    ...[...wantedTexts]
      .filter((place) => !foundTexts.has(place))
      .toSorted()
      .map((place) => `the language server misses ${place}`),
    ...[...foundTexts]
      .filter((place) => !wantedTexts.has(place))
      .toSorted()
      .map((place) => `the reference service does not know ${place}`),
  ];
}

/** How many places in how many files and packages. */
export function countPlaces(places: readonly Place[]): string {
  const files = new Set(places.map(({ file }) => file));
  const packages = new Set([...files].map((file) => file.split("/").slice(0, 2).join("/")));
  return `${places.length} places in ${files.size} files of ${packages.size} packages`;
}
