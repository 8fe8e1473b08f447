// The security groups of a network: the rules of the older version have an ID, and the list moves into an object.
import type * as v1beta1 from "../v1beta1/oci-cluster.ts";
import type * as v1beta2 from "../v1beta2/oci-cluster.ts";

type Older = v1beta1.NetworkSecurityGroup;
type Newer = v1beta2.List;

function withoutId<Rule extends { id?: string }>(rule: Rule): Omit<Rule, "id"> {
  const { id: _, ...others } = rule;
  return others;
}

/** The groups with and without IDs of their rules. */
export const securityGroups = {
  forward: (groups: readonly Older[]): Newer[] =>
    groups.map(({ egressRules, ingressRules, ...group }) => ({
      ...group,
      ...(egressRules === undefined ? {} : { egressRules: egressRules.map(withoutId) }),
      ...(ingressRules === undefined ? {} : { ingressRules: ingressRules.map(withoutId) }),
    })),
  back: (groups: Newer[]): Older[] => groups,
};

/** Groups with a rule that has an ID. */
export const losesRuleIds = (groups: readonly Older[]): boolean =>
  groups.some(({ egressRules = [], ingressRules = [] }) =>
    [...egressRules, ...ingressRules].some(({ id }) => id !== undefined),
  );
