// Hard pairs of conditions in the two shapes of Cluster API.
import type { HardPair } from "./pair-table.ts";

const keyed = "/** @listType map\n@listMapKey type */";
const statuses = '"True" | "False" | "Unknown"';
const filled = "/** @minLength 1 */ reason: string; message: string";

/** A list of conditions, by what is special about it. */
function older(status: string, more = "severity?: string; reason?: string; message?: string"): string {
  return `status?: { ${keyed} conditions?: { type: string; status: ${status}; lastTransitionTime: Time; ${more} }[] }`;
}

function newer(more: string, type = "type: string"): string {
  return `status?: { ${keyed} conditions?: { ${type}; status: ${statuses}; lastTransitionTime: Time; ${more} }[] }`;
}

const rule = (more: string, hub = ""): string => `${hub}older: { "status.conditions": { as: "conditions"${more} } }`;
const olderHub = 'hub: "older", ';
const differ = ', bounds: "differ"';

/** Conditions that differ in one bound, by its name. */
const differing: Readonly<Record<string, readonly [older: string, newer: string]>> = {
  "any status in the older version": [older("string"), newer(filled)],
  "a pattern of the newer type": [older(statuses), newer(filled, "/** @pattern ^[A-Z][a-z]*$ */ type: string")],
  "a limit of the newer type": [older(statuses), newer(filled, "/** @maxLength 40 */ type: string")],
  "a limit of the newer reason": [
    older(statuses),
    newer("/** @minLength 1\n@maxLength 1024 */ reason: string; message: string"),
  ],
  "a reason of at least four letters": [older(statuses), newer("/** @minLength 4 */ reason: string; message: string")],
  "a limit of the newer message": [
    older(statuses),
    newer("/** @minLength 1 */ reason: string; /** @maxLength 30 */ message: string"),
  ],
  "severities without Info": [
    older(statuses, 'severity?: "Error" | "Warning"; reason?: string; message?: string'),
    newer(filled),
  ],
  "a severity that is required": [
    older(statuses, "severity: string; reason?: string; message?: string"),
    newer(filled),
  ],
  "an older message that is required": [
    older(statuses, "severity?: string; reason?: string; message: string"),
    newer(filled),
  ],
  "keys of the newer list alone": [older(statuses).replace(keyed, ""), newer(filled)],
};

/** The pairs. */
export const conditionPairs: readonly HardPair[] = [
  {
    name: "conditions of the two shapes",
    older: "status?: { conditions?: SeverityCondition[] }",
    newer: `status?: { ${keyed} conditions?: Condition[] }`,
    rules: rule(differ),
    want: "proved",
  },
  {
    name: "conditions of the two shapes, as if both accepted the same",
    older: "status?: { conditions?: SeverityCondition[] }",
    newer: `status?: { ${keyed} conditions?: Condition[] }`,
    rules: rule(""),
    want: "conversion/bounds-differ",
  },
  {
    name: "conditions of an older hub",
    older: "status?: { conditions?: SeverityCondition[] }",
    newer: `status?: { ${keyed} conditions?: Condition[] }`,
    rules: rule(', loses: "inexact", bounds: "differ"', olderHub),
    want: "proved",
  },
  {
    name: "conditions of an older hub, as if both accepted the same",
    older: "status?: { conditions?: SeverityCondition[] }",
    newer: `status?: { ${keyed} conditions?: Condition[] }`,
    rules: rule(', loses: "inexact"', olderHub),
    want: "conversion/bounds-differ",
  },
  {
    name: "conditions of the two shapes with the same bounds",
    older: older(statuses),
    newer: newer(filled),
    rules: rule(""),
    want: "proved",
  },
  ...["", olderHub].flatMap((hub) =>
    Object.entries(differing).flatMap(([name, [from, to]]): HardPair[] => [
      {
        name: `conditions with ${name}, as if both accepted the same ${hub}`,
        older: from,
        newer: to,
        rules: rule("", hub),
        want: "conversion/bounds-differ",
      },
      { name: `conditions with ${name} ${hub}`, older: from, newer: to, rules: rule(differ, hub), want: "proved" },
    ]),
  ),
  ...["", olderHub].flatMap((hub) =>
    [
      ["an empty newer reason", older(statuses), newer("reason: string; message: string")],
      ["an absent newer reason", older(statuses), newer("/** @minLength 1 */ reason?: string; message: string")],
      ["an older field more", older(statuses, "severity?: string; reason?: string; by?: string"), newer(filled)],
      ["a newer field more", older(statuses), newer(`${filled}; by?: string`)],
    ].map(([name = "", from = "", to = ""]): HardPair => ({
      name: `conditions with ${name} ${hub}`,
      older: from,
      newer: to,
      rules: rule(differ, hub),
      want: "conversion/wrong-form",
    })),
  ),
  {
    name: "conditions of a newer hub without keys",
    older: older(statuses).replace(keyed, ""),
    newer: newer(filled).replace(keyed, ""),
    rules: rule(""),
    want: "conversion/wrong-form",
  },
  {
    name: "conditions without keys, of an older hub",
    older: older(statuses).replace(keyed, ""),
    newer: newer(filled).replace(keyed, ""),
    rules: rule("", olderHub),
    want: "proved",
  },
  {
    name: "conditions of an older hub in the values of a map and in elements with keys",
    older: older(statuses).replace("status?: {", "status?: { of?: Record<string, {").replace(/ }$/, " }> }"),
    newer: newer(filled).replace("status?: {", "status?: { of?: Record<string, {").replace(/ }$/, " }> }"),
    rules: `hub: "older", older: { "status.of[*].conditions": { as: "conditions" } }`,
    want: "proved",
  },
  {
    name: "conditions of a newer hub with keys, and without them in the older version",
    older: older(statuses).replace(keyed, ""),
    newer: newer(filled),
    rules: rule(differ),
    want: "proved",
  },
];
