// The security groups of a machine: the older version has a name of one beside the names of several.

/** Both, and the names alone. */
export const nsgNames = {
  forward: ({ name, names }: { name?: string; names?: string[] }): { names: string[] | undefined } => ({
    names: name !== undefined && name !== "" && (names ?? []).length === 0 ? [name] : names,
  }),
  back: (newer: { names?: string[] }): { names?: string[] } => newer,
};
