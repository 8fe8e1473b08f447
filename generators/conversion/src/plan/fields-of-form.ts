// What the form of a rule is given to convert the rule's two fields.
import type { TypeModel } from "@capstan/generator-model";
import type { TypedField } from "../fields/typed-field.ts";
import { declarationName, oppositeSide, versionOf, type PairRule, type VersionPair } from "../pairs/version-pair.ts";
import type { FormFields } from "./form-fields.ts";
import { formOf } from "./value-form.ts";

/** A rule with its field of each version. */
export interface RuleFields {
  readonly rule: PairRule;
  readonly own: TypedField;
  readonly target: TypedField;
}

/** What a form is given to convert the two fields of a rule. */
export function formFieldsOf(
  model: TypeModel,
  pair: VersionPair,
  { rule, own, target }: RuleFields,
): FormFields | undefined {
  const used = formOf(rule.as);
  return (
    used && {
      model,
      older: own,
      newer: target,
      argument: used.argument,
      added: used.added,
      loses: rule.loses,
      boundsDiffer: rule.boundsDiffer === true,
      spoke: oppositeSide(pair.hub),
      olderVersion: versionOf(pair.older),
      declared: { name: declarationName(pair), path: rule.path },
    }
  );
}
