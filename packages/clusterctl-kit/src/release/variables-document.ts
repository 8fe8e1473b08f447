// variables.md: every variable a user can or must set, by file. The contract requires this page.
import { oneLine, ownValue } from "@capstan/kube";
import type { TemplateVariable } from "../envsubst/list-variables.ts";

/** The variables of one file of the release. */
export interface FileVariables {
  readonly file: string;
  readonly variables: readonly TemplateVariable[];
}

/** What clusterctl sets itself for cluster templates, and the variables that Capstan adds to the manager. */
const knownMeanings: Readonly<Record<string, string>> = {
  CLUSTER_NAME: "The name given to `clusterctl generate cluster`.",
  NAMESPACE: "The namespace of the cluster (`--target-namespace`).",
  KUBERNETES_VERSION: "The Kubernetes version (`--kubernetes-version`).",
  CONTROL_PLANE_MACHINE_COUNT: "How many control plane machines (`--control-plane-machine-count`).",
  WORKER_MACHINE_COUNT: "How many workers (`--worker-machine-count`).",
  CAPI_DIAGNOSTICS_ADDRESS:
    "The address where the manager serves its metrics (`--diagnostics-address`), over TLS and only to callers that may get `/metrics`.",
  CAPI_INSECURE_DIAGNOSTICS:
    "`true` serves the metrics in plain HTTP, to everyone who reaches the address (`--insecure-diagnostics`).",
};

/** The page; empty when no file has variables. */
export function variablesDocument(
  files: readonly FileVariables[],
  descriptions: Readonly<Record<string, string>>,
): string {
  const sections = files.filter(({ variables }) => variables.length > 0).map((file) => section(file, descriptions));
  return sections.length === 0 ? "" : `# Variables\n\n${sections.join("\n")}`;
}

function section({ file, variables }: FileVariables, descriptions: Readonly<Record<string, string>>): string {
  const rows = variables.map(({ name, defaultValue }) =>
    row([
      code(name),
      defaultValue === undefined ? "required" : code(oneLine(defaultValue)),
      ownValue(descriptions, name) ?? ownValue(knownMeanings, name) ?? "",
    ]),
  );
  return `## ${file}\n\n${row(["Variable", "Default", "Meaning"])}${row(["---", "---", "---"])}${rows.join("")}`;
}

/** The cells of a row. A pipe ends a cell unless a backslash is before it that is not itself behind one. */
function row(cells: readonly string[]): string {
  const escaped = cells.map((cell) => oneLine(cell).replace(/(?<!\\)((?:\\\\)*)\|/g, "$1\\|"));
  return `| ${escaped.join(" | ")} |\n`;
}

/** Foreign content as code, inside of which nothing is HTML. A code span cannot show a backslash before a pipe in a table. */
function code(content: string): string {
  return content.includes("\\") ? htmlCode(content) : codeSpan(content);
}

function htmlCode(content: string): string {
  const entities = content.replace(/[^\w\s]/gu, (character) => `&#${character.codePointAt(0) ?? 0};`);
  return `<code>${entities}</code>`;
}

/** A span with a fence that is longer than any run of backticks in it. */
function codeSpan(content: string): string {
  // Not as arguments of one call: there can be more than a call may have.
  const longest = (content.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 0);
  const fence = "`".repeat(longest + 1);
  const space = /^`|`$|^ .* $/.test(content) ? " " : "";
  return fence + space + content + space + fence;
}
