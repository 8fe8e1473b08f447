// The form `conditions`: the lists that it converts between, and what it does not give back.
import type { Property, TypeModel } from "@capstan/generator-model";
import { accepts } from "../fields/accepted-values.ts";
import { listKeys, plainNode, tagsOf, type Resolved } from "../fields/typed-field.ts";
import { oppositeSide, type VersionSide } from "../pairs/version-pair.ts";
import { elementHas, inexact, misfit, unless, type FormFields, type FormLoss, type Misfit } from "./form-fields.ts";

/** The fields of each version alone that the form knows. */
const own: Readonly<Record<VersionSide, string>> = { older: "severity", newer: "observedGeneration" };

/** Why two lists are not conditions of the two shapes. */
export function conditionsMisfit({ model, older, newer, spoke }: FormFields): Misfit | undefined {
  const areConditions =
    elementHas(model, older.node, "type", "status", "severity") &&
    elementHas(model, newer.node, "type", "status", "reason");
  return (
    unless(areConditions, "it converts between conditions with a severity and those of Kubernetes") ??
    reasonMisfit(model, newer.node) ??
    unless(
      spoke === "newer" || listKeys(model, newer.property)?.join() === "type",
      "the newer list has no keys, and a condition that a client of the older version moves would get the data of another one",
      "declare `@listType map` and `@listMapKey type` in the newer version",
    ) ??
    otherFields(model, { older: older.node, newer: newer.node })
  );
}

/** The form writes a reason and a message where there are none. */
function reasonMisfit(model: TypeModel, newer: Resolved): Misfit | undefined {
  const [reason, message] = ["reason", "message"].map((name) =>
    fieldsIn(model, newer).find((one) => one.name === name),
  );
  if (reason === undefined) return undefined;
  const isFree = accepts(model, { type: reason.type, tags: tagsOf(model, reason) }, "");
  return (
    unless(
      !isFree,
      "an empty reason of the newer version would become another one",
      "declare `@minLength 1` for the newer `reason`",
    ) ??
    unless(
      !reason.optional && message?.optional !== true,
      "a condition of the newer version would get a reason or a message that it did not have",
      "require `reason` and `message` in the newer version",
    )
  );
}

/** The API server drops a field that only one version has, and the form does not know that the hub has to keep it. */
function otherFields(model: TypeModel, nodes: Readonly<Record<VersionSide, Resolved>>): Misfit | undefined {
  const ofSide = (side: VersionSide): string | undefined => {
    const others = new Set(fieldsIn(model, nodes[oppositeSide(side)]).map(({ name }) => name));
    return fieldsIn(model, nodes[side]).find(({ name }) => !others.has(name) && name !== own[side])?.name;
  };
  const name = ofSide("older") ?? ofSide("newer");
  return name === undefined
    ? undefined
    : misfit(`only one version has "${name}" in its conditions`, `let both versions have "${name}"`);
}

function fieldsIn(model: TypeModel, node: Resolved): readonly Property[] {
  const element = node.kind === "list" ? plainNode(model, node.element) : node;
  return element.kind === "object" ? element.properties : [];
}

/** What it does not give back to the newer version. */
export function lossOfConditions({ model, newer, spoke }: FormFields): FormLoss | undefined {
  return inexact(
    spoke === "newer" &&
      elementHas(model, newer.node, "observedGeneration") &&
      "the older version has no `observedGeneration` of a condition",
  );
}
