// What is demanded of hooks about templates, variables, in-place updates and upgrade plans.
import type { Demands } from "./demand.ts";
import { shown } from "./files.ts";

/** The demands. */
export const topology: Demands = {
  "topology/patches": shown(
    "patches are the differences that functions make, in base64, and none for what is as it was",
    ["patchTemplates", "are the differences that the functions make, in order"],
    ["patchTemplates", "are standard base64 of the operations"],
    ["patchTemplates", "are none for a template that is as it should be"],
    ["patchTemplates", "do not depend on the order of items and variables, nor on identifiers"],
  ),
  "topology/variables-merged": shown(
    "a template's own variables win, and the parts of `builtin` are joined",
    ["patchTemplates", "a template's own variables win over those for all"],
    ["patchTemplates", "is the same frozen value for all templates, and joined with their own"],
  ),
  "topology/selectors": shown(
    "functions are chosen by kind, holder, class and labels; patches are JSON patches or merge patches",
    ["templateFunctions", "a function is for the templates that its selector and its kinds name"],
    ["templateSelectors", "selectors"],
    ["templateFunctions", "a function can send a merge patch"],
  ),
  "topology/validation": shown("checks see the same, and collect all problems in one order", [
    "patchTemplates",
    "validation collects what is wrong with all templates, in an order of its own",
  ]),
  "topology/typed-variables": shown(
    "values have types that follow from one definition; missing and wrong ones differ",
    ["defineVariables", "types: values follow from schemas"],
    ["patchTemplates", "a required variable without a value"],
    ["patchTemplates", "a value that does not fit"],
  ),
  "topology/schemas": shown(
    "variables that Cluster API would reject are rejected when they are defined",
    ["defineVariables", "a name with a dot"],
    ["defineVariables", "core's own name"],
    ["defineVariables", "a schema without a type inside"],
    ["defineVariables", "a default that does not fit"],
    ["defineVariables", "a bound that is not a whole number"],
  ),
  "in-place/hooks": shown("the three hooks of in-place updates are typed and served", ["allHooks", "%s"], {
    in: "handlers",
    type: "Handlers",
  }),
  "in-place/helper": shown(
    "authors declare what can change in place, and get the three handlers",
    ["inPlace", "of changes that a function accepts"],
    ["inPlace", "of a MachineSet and its templates"],
    ["inPlace", "starts, goes on and ends by what the machine says"],
  ),
  "plans/builder": shown(
    "a plan is made of the versions that are there, and one that breaks the rules of Cluster API does not leave",
    ["planUpgrade", "a handler plans for the versions that are there for a Cluster"],
    ["upgradePlan", "one step in each minor"],
    ["upgradePlan", "a step backwards"],
    ["upgradePlan", "workers that are too far behind"],
    ["upgradePlan", "an end before the target"],
  ),
};
