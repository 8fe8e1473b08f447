// What is tried for one error of the generator.

/** A module that the error rejects, and the ways out that its help names. */
export interface HelpCase {
  /** The module that it rejects. */
  readonly rejected: string;
  /** The fixed modules, by the words of the help that say what was done. */
  readonly ways: Readonly<Record<string, string>>;
}
