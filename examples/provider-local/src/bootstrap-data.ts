// The bootstrap data that this provider accepts: a JSON object. Real providers pass theirs to the machine unread; here the machine
// is a process of this provider, which knows a few settings.
import { isJsonObject } from "@capstan/api";

/** The settings in bootstrap data. */
export interface NodeSettings {
  /** Labels of the Node. */
  readonly nodeLabels: Readonly<Record<string, string>>;
}

/** The settings in the data, or what is wrong with it. */
export function parseBootstrapData(text: string): NodeSettings | { readonly problem: string } {
  const data = parseJson(text);
  if (!isJsonObject(data)) return { problem: "the bootstrap data is not a JSON object" };
  const { nodeLabels = {}, ...rest } = data as { nodeLabels?: unknown };
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined)
    return { problem: `the bootstrap data has the unknown field "${unknown}"; known is: nodeLabels` };
  if (!isJsonObject(nodeLabels) || !Object.values(nodeLabels as object).every((value) => typeof value === "string")) {
    return { problem: "nodeLabels in the bootstrap data is not a map of strings" };
  }
  return { nodeLabels: nodeLabels as Record<string, string> };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
