// What --describe prints of conversions, from which CRDs and configurations of webhooks are written. Loads nothing of what converts.
import type { Converter } from "@capstan/contract/codegen/v1";
import { parseApiVersion, pluralOfKind, type ServedWebhook } from "@capstan/kube";

/** The path to which the API server sends ConversionReviews; the CRDs name it. */
export const conversionPath = "/convert";

/** The path to which the API server sends the reviews of all converted kinds. */
export const convertiblePath = "/convertible";

/** What is known of a converter without converting anything. */
export type ConvertedKind = Pick<Converter, "group" | "kind" | "plural" | "versions">;

/** A webhook for the objects of a converted kind. */
export interface DescribedConversion extends ServedWebhook {
  readonly type: "conversion" | "validating";
}

/** The paths that these converters take from the webhooks of an operator. */
export function pathsOfConversions(conversions: readonly unknown[]): readonly string[] {
  return conversions.length === 0 ? [] : [conversionPath, convertiblePath];
}

/** The webhooks of these converters: the conversions, and the checks that objects can be converted. */
export function describeConversions(conversions: readonly ConvertedKind[]): readonly DescribedConversion[] {
  return [
    ...conversions.map((conversion): DescribedConversion => ({
      type: "conversion",
      path: conversionPath,
      ...namesOf(conversion, "conversion"),
    })),
    ...conversions.map((conversion) => describeCheck(conversion)),
  ];
}

/** The check that objects can be converted gets each write in its own version, and those of the status: what controllers add is kept in annotations, too. */
function describeCheck(conversion: ConvertedKind): DescribedConversion {
  const { resources, ...names } = namesOf(conversion, "convertible");
  return {
    type: "validating",
    path: convertiblePath,
    ...names,
    resources: resources.flatMap((plural) => [plural, `${plural}/status`]),
    operations: ["CREATE", "UPDATE"],
  };
}

function namesOf(
  { group, kind, plural = pluralOfKind(kind), versions }: ConvertedKind,
  purpose: string,
): Pick<ServedWebhook, "name" | "groups" | "versions" | "resources"> {
  return {
    name: `${purpose}.${plural}.${group}`,
    groups: [group],
    versions: versions.map((apiVersion) => parseApiVersion(apiVersion).version),
    resources: [plural],
  };
}
