// Group, version and kind, parsed and formatted.

/** The parts of an apiVersion; the core group is the empty string. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** A kind in one version. */
export interface GroupVersionKind extends GroupVersion {
  readonly kind: string;
}

/** The group and version of an apiVersion such as "apps/v1" or "v1". */
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

/** The group, version and kind of an object, a Resource or a reference. */
export function gvkOf(object: { readonly apiVersion: string; readonly kind: string }): GroupVersionKind {
  return { ...parseApiVersion(object.apiVersion), kind: object.kind };
}

/** `kind.version.group`, as kubectl writes it. */
export function formatGvk({ group, version, kind }: GroupVersionKind): string {
  return group === "" ? `${kind}.${version}` : `${kind}.${version}.${group}`;
}

/** Whether two objects, Resources or references have the same group and kind, in any version. */
export function sameKind(
  a: { readonly apiVersion: string; readonly kind: string },
  b: { readonly apiVersion: string; readonly kind: string },
): boolean {
  return a.kind === b.kind && sameGroup(a.apiVersion, b.apiVersion);
}

/** Whether no entry before this index has the same group and kind, in any version. */
export function isFirstOfKind(
  entries: readonly { readonly apiVersion: string; readonly kind: string }[],
  index: number,
): boolean {
  const entry = entries[index];
  return entry !== undefined && entries.findIndex((other) => sameKind(entry, other)) === index;
}

/** Whether two apiVersions have the same group. */
export function sameGroup(a: string, b: string): boolean {
  return parseApiVersion(a).group === parseApiVersion(b).group;
}
