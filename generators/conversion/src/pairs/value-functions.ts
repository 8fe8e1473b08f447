// Functions of the author's own in a declaration, as the model has them.
import { functionValue } from "@capstan/generator-model";
import { isJsonObject } from "@capstan/kube";

/** Whether `as` has functions of the author's own. */
export function hasFunctions(as: unknown): boolean {
  return isJsonObject(as) && as["forward"] === functionValue && as["back"] === functionValue;
}
