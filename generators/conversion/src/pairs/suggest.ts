// Suggests the field that a wrong path may mean.
import type { TypeModel } from "@capstan/generator-model";
import { didYouMean, nearestOf } from "@capstan/kube";
import { below } from "../fields/field-path.ts";
import { fieldAt, plainNode } from "../fields/typed-field.ts";

/** `; did you mean "spec.region"?`, from the fields beside a path that does not exist. */
export function suggest(model: TypeModel, root: Parameters<typeof fieldAt>[1], path: string): string {
  const dot = path.lastIndexOf(".");
  const parent = path.slice(0, Math.max(dot, 0));
  const node = parent === "" ? plainNode(model, root) : fieldAt(model, root, parent)?.node;
  const names = node?.kind === "object" ? node.properties.map(({ name }) => name) : [];
  const nearest = nearestOf(path.slice(dot + 1), names);
  return didYouMean(nearest && below(parent, nearest));
}
