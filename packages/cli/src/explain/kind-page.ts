// The page of a kind of provider object: how it is defined, the fields that core reads of it, and its rules.
import { fieldWords, rulesByKind, workflowWords } from "@capstan/contract/catalog";
import { type ContractKind, contractKinds, type KindContract, kindContracts } from "@capstan/contract/rules";
import { rowOf } from "./pages.ts";

/** The kind with this name, however it is capitalized. */
export function kindNamed(name: string): ContractKind | undefined {
  return contractKinds.find((kind) => kind.toLowerCase() === name.toLowerCase());
}

function templateFacts(template: KindContract["template"]): readonly string[] {
  if (template === "none") return [];
  const demand = template === "required" ? "must" : "should";
  return [`Core creates objects of it from templates, which defineTemplate defines. There ${demand} be one.`];
}

/** The lines about a kind. */
export function kindPage(kind: ContractKind): string {
  const { about, definer, suffix, rules, template, isReadByContract } = kindContracts[kind];
  const named = suffix === "" ? "" : `, with a name that ends in ${suffix}`;
  const facts = [
    about,
    `Defined with ${definer}${named}.`,
    ...(isReadByContract ? ["Core finds its contract by a label of the CRD, which is made from `contracts`."] : []),
    ...templateFacts(template),
  ];
  const fields = fieldWords(kind).map(
    ({ contract, path, holds, demand, writer, reader, rule }) =>
      `  ${contract} ${path}: ${holds}, ${demand}; set by ${writer}, read by ${reader} (${rules}/${rule})`,
  );
  const workflow = workflowWords(kind).map(({ about: name, says }) => `  ${name}: ${says}`);
  const ids = Object.keys(rulesByKind.get(kind) ?? {});
  return [...facts, "", "Workflow:", ...workflow, "", "Fields:", ...fields, "", "Rules:", ...ids.map(rowOf)].join("\n");
}
