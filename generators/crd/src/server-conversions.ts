// Which kinds the API server converts by itself: those of which a conversion declares `strategy: "None"`, and their templates.
import { resolveNode, type ObjectIdentity, type TypeModel } from "@capstan/generator-model";
import type { KindSources } from "./crd-kinds.ts";

/** Whether the API server converts between the versions of a kind by itself, as its conversions declare. */
export function isConvertedByServer(model: TypeModel, kind: KindSources): boolean {
  const declared = declaredVersions(model);
  const versions = kind.map(({ described }) => nameOf(described));
  const ofTemplates = model.templates.filter((template) => versions.includes(nameOf(template)));
  return (
    kind.length > 1 && [...versions, ...ofTemplates.map(({ of }) => nameOf(of))].some((name) => declared.has(name))
  );
}

/** The versions of kinds between which a conversion with strategy None is declared. */
function declaredVersions(model: TypeModel): ReadonlySet<string> {
  const conversions = model.conversions.filter(({ options }) => options["strategy"] === "None");
  const objects = conversions
    .flatMap(({ older, newer }) => [older, newer])
    .map((node) => resolveNode(model, node))
    .flatMap((node) => (node.kind === "object" && node.identity !== undefined ? [node.identity] : []));
  return new Set(objects.map(nameOf));
}

function nameOf({ apiVersion, kind }: ObjectIdentity): string {
  return `${apiVersion} ${kind}`;
}
