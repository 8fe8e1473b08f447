// Required objects that only the fields in them bring to the other version: one of these must be sure to come, or have a default.
import type { TypeModel } from "@capstan/generator-model";
import type { Diagnostic } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import { adviceForObject } from "../suggest/object-advice.ts";
import { isMadeByDefault, unsureObjects } from "./lone-objects.ts";
import type { VersionPair } from "./version-pair.ts";

const codes = { older: "conversion/required-lost", newer: "conversion/needs-default" } as const;

/** Such objects that objects of the other version may have no field for. */
export function checkLoneObjects(model: TypeModel, pair: VersionPair): Diagnostic[] {
  if (pair.strategy === "None") return [];
  return (["older", "newer"] as const).flatMap((side) =>
    unsureObjects(model, pair, side)
      .filter(
        ({ path }) => side === "older" || !pair.rules.some((rule) => isMadeByDefault(model, pair, { path, rule })),
      )
      .map((object) => {
        const values = { path: object.path, advice: adviceForObject(model, pair, object) };
        const position = [...object.inside, ...object.groups][0]?.position ?? pair.definition.position;
        return conversionProblem(codes[side], { values, position });
      }),
  );
}
