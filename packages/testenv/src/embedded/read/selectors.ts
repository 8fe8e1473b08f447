// Label and field selectors of lists and watches, parsed once per request.
import { CapstanError, getAt, parseLabelSelector, requirementHolds, type SelectorRequirement } from "@capstan/kube";
import type { ApiObject, ApiResource } from "../kinds/api-kind.ts";
import { badRequest } from "../api-status.ts";

/** Which objects a request selects. */
export interface Selection {
  /** Whether it selects every object. */
  readonly everything: boolean;
  matches(object: ApiObject): boolean;
}

interface FieldRequirement {
  readonly path: readonly string[];
  readonly value: string;
  readonly equal: boolean;
}

/** The selection of a request's `labelSelector` and `fieldSelector`. */
export function parseSelection(resource: ApiResource, query: URLSearchParams): Selection {
  const labels = parseLabels(query.get("labelSelector") ?? "");
  const fields = parseFields(resource, query.get("fieldSelector") ?? "");
  return {
    everything: labels.length === 0 && fields.length === 0,
    matches: (object) =>
      labels.every((requirement) => requirementHolds(requirement, object.metadata.labels ?? {})) &&
      fields.every((requirement) => fieldHolds(requirement, object)),
  };
}

function parseLabels(text: string): SelectorRequirement[] {
  try {
    return parseLabelSelector(text);
  } catch (caught) {
    if (caught instanceof CapstanError) throw badRequest(`unable to parse requirement: ${caught.message}`);
    throw caught;
  }
}

const everywhere = ["metadata.name", "metadata.namespace"];

function parseFields({ kind, version }: ApiResource, text: string): FieldRequirement[] {
  const items = text.split(",").filter((item) => item !== "");
  return items.map((item) => {
    const [, path, operator, value = ""] = /^([^=!]+)(==|=|!=)(.*)$/.exec(item) ?? [];
    if (path === undefined) throw badRequest(`invalid selector: '${text}'; can't understand '${item}'`);
    const known = everywhere.includes(path) || version.selectableFields.includes(path);
    if (!known) throw badRequest(`field label not supported: ${path}`);
    if (path === "metadata.namespace" && kind.scope === "Cluster")
      throw badRequest(`field label not supported: ${path}`);
    return { path: path.split("."), value, equal: operator !== "!=" };
  });
}

function fieldHolds({ path, value, equal }: FieldRequirement, object: ApiObject): boolean {
  const found = getAt(object, path);
  const text = typeof found === "string" ? found : found === undefined || found === null ? "" : JSON.stringify(found);
  return (text === value) === equal;
}
