// Discovery documents: the served groups, versions and resources. Aggregated discovery is not served; clients fall back.
import { compareApiVersions } from "@capstan/kube";
import type { ApiResource } from "../kinds/api-kind.ts";
import type { KindRegistry } from "../kinds/kind-registry.ts";

const verbs = ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"];

/** Resources that can only be created and are not stored. */
const reviews: Readonly<
  Record<string, readonly { readonly name: string; readonly kind: string; readonly namespaced: boolean }[]>
> = {
  "authentication.k8s.io/v1": [
    { name: "selfsubjectreviews", kind: "SelfSubjectReview", namespaced: false },
    { name: "tokenreviews", kind: "TokenReview", namespaced: false },
  ],
  "authorization.k8s.io/v1": [
    { name: "selfsubjectaccessreviews", kind: "SelfSubjectAccessReview", namespaced: false },
    { name: "subjectaccessreviews", kind: "SubjectAccessReview", namespaced: false },
  ],
};

/** The document of a discovery path; undefined for other paths. */
export function discoveryDocument(kinds: KindRegistry, path: string): object | undefined {
  const steps = path.replace(/\/$/, "").split("/").slice(1);
  if (path === "/api" || path === "/api/")
    return { kind: "APIVersions", apiVersion: "v1", versions: ["v1"], serverAddressByClientCIDRs: [] };
  if (steps[0] === "api" && steps.length === 2) return resourceList(kinds, "", steps[1] ?? "");
  if (steps[0] !== "apis" || steps.length > 3) return undefined;
  if (steps.length === 1)
    return { kind: "APIGroupList", apiVersion: "v1", groups: allGroups(kinds).map(groupDocument) };
  const group = allGroups(kinds).find(({ name }) => name === steps[1]);
  if (group === undefined) return undefined;
  return steps.length === 2
    ? { kind: "APIGroup", apiVersion: "v1", ...groupDocument(group) }
    : resourceList(kinds, group.name, steps[2] ?? "");
}

interface Group {
  readonly name: string;
  readonly versions: readonly string[];
}

function allGroups(kinds: KindRegistry): Group[] {
  const stored = kinds
    .groups()
    .filter(({ group }) => group !== "")
    .map(({ group, versions }) => ({ name: group, versions }));
  const virtual = Object.keys(reviews).map((apiVersion) => ({
    name: apiVersion.split("/")[0] ?? "",
    versions: ["v1"],
  }));
  return [...stored, ...virtual].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function groupDocument({ name, versions }: Group): object {
  const all = versions.toSorted(compareApiVersions).map((version) => ({ groupVersion: `${name}/${version}`, version }));
  return { name, versions: all, preferredVersion: all[0] };
}

function resourceList(kinds: KindRegistry, group: string, version: string): object | undefined {
  const groupVersion = group === "" ? version : `${group}/${version}`;
  const stored = kinds.resources(group, version).flatMap(resourceDocuments);
  const virtual = (reviews[groupVersion] ?? []).map((review) => ({
    ...review,
    singularName: review.kind.toLowerCase(),
    verbs: ["create"],
  }));
  const resources = [...stored, ...virtual];
  return resources.length === 0 ? undefined : { kind: "APIResourceList", apiVersion: "v1", groupVersion, resources };
}

function resourceDocuments({ kind, version }: ApiResource): object[] {
  const namespaced = kind.scope === "Namespaced";
  const main = {
    name: kind.plural,
    singularName: kind.singular,
    namespaced,
    kind: kind.kind,
    verbs,
    ...(kind.shortNames.length === 0 ? {} : { shortNames: kind.shortNames }),
    ...(kind.categories.length === 0 ? {} : { categories: kind.categories }),
  };
  const sub = (name: string, kindName: string, subVerbs: readonly string[]): object => ({
    name: `${kind.plural}/${name}`,
    singularName: "",
    namespaced,
    kind: kindName,
    verbs: subVerbs,
  });
  return [
    main,
    ...(version.status ? [sub("status", kind.kind, ["get", "patch", "update"])] : []),
    ...(version.scale
      ? [{ ...sub("scale", "Scale", ["get", "patch", "update"]), group: "autoscaling", version: "v1" }]
      : []),
    ...(kind.group === "" && kind.plural === "namespaces" ? [sub("finalize", kind.kind, ["update"])] : []),
    ...(kind.group === "" && kind.plural === "serviceaccounts" ? [sub("token", "TokenRequest", ["create"])] : []),
  ];
}
