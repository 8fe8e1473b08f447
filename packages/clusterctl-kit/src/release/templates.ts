// Judges the cluster templates and ClusterClasses of a release: names, variables, objects, and that every class used is there.
import { diagnose, type Diagnostic } from "@capstan/kube";
import { bundleDiagnostics } from "../diagnostics.ts";
import { checkVariables } from "../envsubst/check-variables.ts";
import type { ReleaseFile } from "./release-file.ts";

const fileName = /^(cluster-template(-[a-z0-9][-a-z0-9.]*)?|clusterclass-[a-z0-9][-a-z0-9.]*)\.yaml$/;

/** Every problem of the template files. */
export function checkTemplates(templates: readonly ReleaseFile[]): Diagnostic[] {
  return templates.flatMap((file) => [...checkName(file), ...checkVariables(file.content, file.path)]);
}

function checkName({ path }: ReleaseFile): Diagnostic[] {
  return fileName.test(path)
    ? []
    : [diagnose(bundleDiagnostics, "template/name", { values: { file: path }, position: { file: path } })];
}
