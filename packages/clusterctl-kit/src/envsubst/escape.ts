// The inverse of substitution for text that must reach the cluster as it is: descriptions in CRDs, scripts, patterns.

/** `text`, such that clusterctl's substitution gives it back unchanged. */
export function escapeVariables(text: string): string {
  return text.replace(/\$(?=[{$])/g, "$$$$");
}
