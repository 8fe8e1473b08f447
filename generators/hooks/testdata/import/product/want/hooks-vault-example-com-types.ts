// What hooks of several versions have in common, imported from their OpenAPI document.

/**
 * Where a backup goes.
 * @component com.example.vault.v1.Target
 * @mapType atomic
 */
export interface Target {
  name: string;
  /** inside is a target within this one. */
  inside?: Target;
  tags?: Tags;
}

/** @maxProperties 4 */
export type Tags = Record<string, string>;
