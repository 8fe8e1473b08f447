// The names of generated constants, functions and files, derived from kinds and versions.

/** `LocalCluster` as `localCluster`. */
export function camel(kind: string): string {
  return kind.replace(/^[A-Z]+(?![a-z0-9])|^[A-Z]/, (start) => start.toLowerCase());
}

/** `v1alpha1` as `V1alpha1`. */
export function pascal(version: string): string {
  return version.charAt(0).toUpperCase() + version.slice(1);
}

/** `LocalCluster` as `local-cluster`. */
export function kebab(kind: string): string {
  const words = kind.match(/[A-Z]+(?![a-z0-9])|[A-Z]?[a-z0-9]+/g) ?? [kind];
  return words.join("-").toLowerCase();
}

/** The path of a module as a file in another folder imports it. */
export function importPath(fromFolder: string, file: string): string {
  const from = fromFolder.split("/");
  const to = file.split("/");
  while (from.length > 0 && to.length > 1 && from[0] === to[0]) {
    from.shift();
    to.shift();
  }
  return `${from.length === 0 ? "./" : "../".repeat(from.length)}${to.join("/")}`;
}
