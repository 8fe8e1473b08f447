// The inverse of substitution for text that must reach the cluster as it is: descriptions in CRDs, scripts, patterns.
// Called by components.ts for what the author never meant as a variable.

/**
 * `text`, such that clusterctl's substitution gives it back. Only the blanks of `${ NAME }` are lost: clusterctl drops them before it
 * looks for escapes, and nothing can be written that keeps them.
 */
export function escapeVariables(text: string): string {
  return text.replace(/\$(?=[{$])/g, "$$$$");
}
