// Group, version and kind in their written forms. Names of resources are in flect.ts, order of versions in versions.ts.

/** An apiVersion taken apart; the core group is the empty text. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** Names a kind in one version. */
export interface GroupVersionKind extends GroupVersion {
  readonly kind: string;
}

/** Takes "group/version" or "v1" apart. */
export function parseApiVersion(apiVersion: string): GroupVersion {
  const slash = apiVersion.indexOf("/");
  return slash < 0
    ? { group: "", version: apiVersion }
    : { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

/** The inverse of `parseApiVersion`. */
export function formatApiVersion({ group, version }: GroupVersion): string {
  return group === "" ? version : `${group}/${version}`;
}

/** The group, version and kind of an object or of anything that says them. */
export function gvkOf(object: { readonly apiVersion: string; readonly kind: string }): GroupVersionKind {
  return { ...parseApiVersion(object.apiVersion), kind: object.kind };
}

/** `kind.version.group`, as kubectl writes it. */
export function formatGvk({ group, version, kind }: GroupVersionKind): string {
  return group === "" ? `${kind}.${version}` : `${kind}.${version}.${group}`;
}

/** Whether two objects, resources or references are of one group and kind; the version does not matter. */
export function sameKind(
  a: { readonly apiVersion: string; readonly kind: string },
  b: { readonly apiVersion: string; readonly kind: string },
): boolean {
  return a.kind === b.kind && sameGroup(a.apiVersion, b.apiVersion);
}

/** Whether two apiVersions are of one group; the version does not matter. */
export function sameGroup(a: string, b: string): boolean {
  return parseApiVersion(a).group === parseApiVersion(b).group;
}
