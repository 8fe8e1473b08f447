// Calls of several patches of one class, recorded in this process: each gets the templates that the ones before it have made.
import { hookCatalog } from "@capstan/api/catalog";
import type { Extension } from "@capstan/extension-kit";
import { callInProcess, patchedTemplates, requestItems, requestVariables } from "@capstan/extension-kit/testing";
import type { JSONValue, KubeObject } from "@capstan/kube";
import { emptyTemplate } from "./sized-extension.ts";

const cluster = { namespace: "default", name: "one", uid: "uid-one" };
const { apiVersion } = hookCatalog.GeneratePatches;

/** A control plane and the machines of a MachineDeployment. */
const uses = [
  {
    kind: "KubeadmControlPlaneTemplate",
    group: "controlplane",
    holder: { name: "one", fieldPath: "spec.controlPlaneRef" },
  },
  {
    kind: "FooMachineTemplate",
    group: "infrastructure",
    holder: { kind: "MachineDeployment", name: "one-md", fieldPath: "spec.template.spec.infrastructureRef" },
  },
] as const;

/** Templates as a class has them: a control plane, and machines. */
export const classTemplates: readonly KubeObject[] = uses.map(({ kind, group }) =>
  emptyTemplate(`${group}.cluster.x-k8s.io/v1beta2`, kind),
);

/** What a call is sent, beside its templates. */
interface Sent {
  readonly handler: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly variables?: Readonly<Record<string, JSONValue>>;
}

/** A line of a tape, and the templates that it has made. */
interface RecordedPatch {
  readonly line: string;
  readonly made: readonly KubeObject[];
}

/** The call of a handler with these templates. */
export async function recordedPatch(
  extension: Extension,
  { handler, settings, variables = {} }: Sent,
  templates: readonly KubeObject[] = classTemplates,
): Promise<RecordedPatch> {
  const items = requestItems(
    uses.flatMap(({ holder }, at) => ({ holder, object: templates[at] ?? emptyTemplate("v1", "A") })),
  );
  const request = {
    ...(settings && { settings }),
    items,
    variables: requestVariables({ builtin: { cluster }, ...variables }),
  };
  const response = await callInProcess(extension, hookCatalog.GeneratePatches, { handler, request });
  const call = { hook: "GeneratePatches", apiVersion, handler, at: "", cluster, request, response };
  return { line: JSON.stringify(call), made: patchedTemplates(items, response) };
}

/** The call of a check with patched templates, which it allows. */
export function recordedCheck(handler: string, templates: readonly KubeObject[]): string {
  const items = requestItems(
    uses.flatMap(({ holder }, at) => ({ holder, object: templates[at] ?? emptyTemplate("v1", "A") })),
  );
  const request = {
    items: items.map(({ holderReference, object }) => ({ holderReference, object })),
    variables: requestVariables({ builtin: { cluster } }),
  };
  const response = { apiVersion, kind: "ValidateTopologyResponse", status: "Success" };
  return JSON.stringify({ hook: "ValidateTopology", apiVersion, handler, at: "", cluster, request, response });
}

/** The source of an extension with these handlers of patches. */
export function patchesSource(handlers: Readonly<Record<string, string>>, more = ""): string {
  const lines = Object.entries(handlers).map(([name, body]) => `    "${name}": ${body},`);
  return `import { defineExtension, fail, proceed } from "@capstan/extension-kit";
export const extension = defineExtension({
  generatePatches: {
${lines.join("\n")}
  },${more}
}, { name: "size", settings: { image: { default: "" } } });
`;
}
