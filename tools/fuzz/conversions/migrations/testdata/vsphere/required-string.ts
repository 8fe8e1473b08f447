// Strings that only the newer version requires: an absent one is empty there, which the next write has to correct.

/** The string of both versions. */
export const requiredString = {
  forward: ({ text = "" }: { text?: string }): { text: string } => ({ text }),
  back: ({ text }: { text?: string }): { text?: string } => (text === undefined || text === "" ? {} : { text }),
};

/** An empty string of the older version becomes an absent one. */
export const losesEmpty = ({ text }: { text?: string }): boolean => text === "";
