// The scale subresource of custom kinds: how many replicas an object wants and has, as an `autoscaling/v1` Scale at the paths that its definition names.
// Admission webhooks for the subresource get the object itself here, and not the Scale.
import { deepClone, getAt, isJsonObject } from "@capstan/kube";
import { invalid, rootPath } from "@capstan/schema/structural";
import { badRequest, internalError, invalidObject } from "../api-status.ts";
import type { ApiKind, ApiObject, ReplicaPaths } from "../kinds/api-kind.ts";
import type { NextState } from "./change-object.ts";

const apiVersion = "autoscaling/v1";

const shownMetadata = new Set(["name", "namespace", "uid", "resourceVersion", "creationTimestamp"]);

/** The Scale of an object that is read. Throws for an object that does not say how many replicas it wants, as the API server does. */
export function readScale(object: ApiObject, paths: ReplicaPaths): ApiObject {
  if (typeof getAt(object, paths.spec) === "number") return scaleOf(object, paths);
  throw internalError(`the spec replicas field "${formatPath(paths.spec)}" does not exist`);
}

/** The Scale of an object that is written. */
export function scaleOf(object: ApiObject, paths: ReplicaPaths): ApiObject {
  const wanted = getAt(object, paths.spec);
  const has = getAt(object, paths.status);
  const selector = paths.selector === undefined ? undefined : getAt(object, paths.selector);
  return {
    kind: "Scale",
    apiVersion,
    metadata: Object.fromEntries(Object.entries(object.metadata).filter(([field]) => shownMetadata.has(field))),
    spec: typeof wanted === "number" && wanted !== 0 ? { replicas: wanted } : {},
    status: {
      replicas: typeof has === "number" ? has : 0,
      ...(typeof selector === "string" && selector !== "" && { selector }),
    },
  };
}

/** A kind, and where its objects have their replicas. */
export interface ScaledKind {
  readonly kind: ApiKind;
  readonly paths: ReplicaPaths;
}

/** The change of an object that a change of its Scale makes: that of the wanted replicas alone. */
export function scaleChange({ kind, paths }: ScaledKind, change: (scale: ApiObject) => unknown): NextState {
  return (current) => {
    const { replicas, resourceVersion } = wantedScale(change(scaleOf(current, paths)), current);
    // The field of the definition, with a dot before it, as the API server has it.
    if (replicas < 0)
      throw invalidObject(kind, current.metadata.name ?? "", [
        invalid(rootPath.child(formatPath(paths.spec)), replicas, "should be a non-negative integer"),
      ]);
    const next = deepClone(current);
    if (resourceVersion !== undefined) next.metadata.resourceVersion = resourceVersion;
    else delete next.metadata.resourceVersion;
    put(next, paths.spec, replicas);
    return next;
  };
}

interface WantedScale {
  readonly replicas: number;
  /** That of the object which is changed, if it has to be that one. */
  readonly resourceVersion: string | undefined;
}

function wantedScale(scale: unknown, { metadata: { name = "" } }: ApiObject): WantedScale {
  if (!isJsonObject(scale) || scale["kind"] !== "Scale" || scale["apiVersion"] !== apiVersion)
    throw badRequest(`the object provided is unrecognized (must be of type Scale in ${apiVersion})`);
  const metadata = isJsonObject(scale["metadata"]) ? scale["metadata"] : {};
  if (metadata["name"] !== name)
    throw badRequest(
      `the name of the object (${JSON.stringify(metadata["name"])}) does not match the name on the URL (${name})`,
    );
  const spec = isJsonObject(scale["spec"]) ? scale["spec"] : {};
  const replicas = spec["replicas"] ?? 0;
  if (typeof replicas !== "number" || !Number.isInteger(replicas))
    throw badRequest(`Scale in version "v1" cannot be handled as a Scale: spec.replicas must be a whole number`);
  const { resourceVersion } = metadata;
  return { replicas, resourceVersion: typeof resourceVersion === "string" ? resourceVersion : undefined };
}

/** Sets a value whose parents may be missing. */
function put(object: Record<string, unknown>, [field = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    object[field] = value;
    return;
  }
  const inner = object[field];
  const parent: Record<string, unknown> = isJsonObject(inner) ? inner : {};
  object[field] = parent;
  put(parent, rest, value);
}

function formatPath(path: readonly string[]): string {
  return path.map((field) => `.${field}`).join("");
}
