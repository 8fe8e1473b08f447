// The rules of the answers of DiscoverVariables: those that Cluster API checks before a ClusterClass takes the variables over.
import { excerpt, isJsonObject } from "@capstan/kube";
import { inTurn } from "@capstan/kube/turns";
import { type AnswerContext, AnswerFault, type AnswerPayload } from "./answer-problem.ts";
import { warnOfRules } from "./unchecked-rules.ts";
import { variableNameProblem, variableSchemaProblem } from "./variable-schema.ts";

/** Rejects variables that Cluster API would reject, and warns of what only Cluster API can check. */
export async function checkDiscoveredVariables(
  { handler, signal, log }: AnswerContext,
  { variables }: AnswerPayload,
): Promise<void> {
  const seen = new Set<string>();
  const list: readonly unknown[] = Array.isArray(variables) ? variables : [];
  for (const [index, variable] of list.entries()) {
    const name = isJsonObject(variable) ? String(variable["name"]) : "";
    const problem = await inTurn(() => problemOf(variable, name, seen), { signal });
    seen.add(name);
    if (problem === undefined) continue;
    throw new AnswerFault({
      code: "extension/variables-invalid",
      path: `variables[${index}]`,
      problem: `variable "${excerpt(name)}": ${problem}`,
      returned: variable,
    });
  }
  warnOfRules(handler, list, log);
}

function problemOf(variable: unknown, name: string, seen: ReadonlySet<string>): string | undefined {
  if (seen.has(name)) return "there are two of this name";
  const schema = isJsonObject(variable) && isJsonObject(variable["schema"]) ? variable["schema"] : {};
  return variableNameProblem(name) ?? variableSchemaProblem(schema["openAPIV3Schema"]);
}
