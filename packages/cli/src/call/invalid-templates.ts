// Templates that patches make wrong by their CRDs, of an extension that does not check this itself, and the CRDs that a command knows.
import { join } from "node:path";
import { kubeadmCrds } from "@capstan/api/crds";
import { problemByCrd } from "@capstan/extension-kit/testing";
import { diagnose, type Diagnostic, getAt } from "@capstan/kube";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { diagnosticOf } from "../diagnostic-of.ts";
import { loadConfig } from "../config/load-config.ts";
import type { Project } from "../project/find-project.ts";
import { crdFolder, readKnownCrds } from "../project/read-release-inputs.ts";
import type { AnsweredTemplate } from "./answer-lines.ts";
import { callDiagnostics } from "./call-diagnostics.ts";

/** The templates of a call, and the handler that has patched them. */
export interface AnsweredTemplates {
  readonly handler: string;
  readonly templates: readonly AnsweredTemplate[];
}

/** A warning for each template that is wrong. */
export function invalidTemplates(
  { handler, templates }: AnsweredTemplates,
  crds: readonly CustomResourceDefinition[],
): readonly Diagnostic[] {
  return templates.flatMap(({ object, before, after }) => {
    const problem = problemByCrd({ crds, before, after });
    if (problem === undefined) return [];
    const values = { handler, template: String(getAt(before, ["kind"])), object, problem };
    return [diagnose(callDiagnostics, "call/invalid-template", { values })];
  });
}

/** CRDs, and why those of the project could not be read. */
export interface KnownCrds {
  readonly crds: readonly CustomResourceDefinition[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The CRDs of a project; none where it has no folder of them. A project need not have a configuration; one that cannot be loaded may name another folder. Templates are checked by what can be read; a file that
 * is no CRD is a warning.
 */
export async function projectCrds(project: Project): Promise<KnownCrds> {
  const { config, diagnostics } = await loadConfig(project);
  const { crds, problems } = await readKnownCrds(join(project.root, crdFolder(config)), project.root);
  const unread = problems.map((each): Diagnostic => ({ ...diagnosticOf(each), severity: "warning" }));
  return { crds, diagnostics: [...diagnostics.filter(({ code }) => code !== "cli/no-config"), ...unread] };
}

/** Those of the project, and of the kinds of kubeadm that it has no CRD of. */
export async function templateCrds(project: Project): Promise<KnownCrds> {
  const { crds, diagnostics } = await projectCrds(project);
  return { crds: [...crds, ...kubeadmCrds()], diagnostics };
}

/** For an extension that checks its answers itself. */
export const noCrds: KnownCrds = { crds: [], diagnostics: [] };
