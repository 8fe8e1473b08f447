// Parses a URL's path into group, version, resource, namespace, name and subresource, as the API server does.

/** The resource that a path names, not yet looked up. */
export interface RequestInfo {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  /** Empty for cluster-scoped objects and across namespaces. */
  readonly namespace: string;
  /** Empty for collections. */
  readonly name: string;
  readonly subresource: string;
}

/** Parses a path; undefined when it cannot name a resource. */
export function parseResourcePath(path: string): RequestInfo | undefined {
  const steps = path.replace(/\/$/, "").split("/").slice(1).map(decodeURIComponent);
  const [root, ...rest] = steps;
  if (root === "api") return fromSteps("", rest);
  const [group = "", ...more] = rest;
  return root === "apis" ? fromSteps(group, more) : undefined;
}

function fromSteps(group: string, [version = "", ...rest]: readonly string[]): RequestInfo | undefined {
  if (version === "" || rest.length === 0 || rest.some((step) => step === "")) return undefined;
  const [first = "", second = "", third, ...more] = rest;
  // /namespaces/<name> is a Namespace, /namespaces/<name>/<plural> an object in it, except for subresources of the Namespace.
  const inside =
    first === "namespaces" &&
    third !== undefined &&
    !(group === "" && ["status", "finalize"].includes(third) && more.length === 0);
  if (inside) return info({ group, version, namespace: second }, [third, ...more]);
  return info({ group, version, namespace: "" }, rest);
}

type Scope = Pick<RequestInfo, "group" | "version" | "namespace">;

function info(
  scope: Scope,
  [plural = "", name = "", subresource = "", ...more]: readonly string[],
): RequestInfo | undefined {
  return more.length > 0 ? undefined : { ...scope, plural, name, subresource };
}
