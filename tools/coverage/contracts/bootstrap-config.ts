// The tests that show what enforces the rules of a BootstrapConfig.
import type { EvidenceById } from "../evidence.ts";
import { shownBy } from "./files.ts";

/** Evidence by the ids of rules. */
export const bootstrapConfig: EvidenceById = {
  "bootstrapconfig/spec-and-status": shownBy([
    "bootstrapErrors",
    "bootstrapconfig/spec-and-status: the object has no status",
  ]),
  "bootstrapconfig/kind-convention": shownBy(["bootstrapErrors", "bootstrapconfig/kind-convention"]),
  "bootstrapconfig/data-secret": shownBy(
    ["bootstrapPass", "the data of a Machine is in a Secret that the config controls"],
    ["bootstrapPass", "a Secret that is deleted before the machine exists is created again, afterwards not"],
    ["bootstrapPass", "a Secret that the config does not control is neither used nor written"],
    ["bootstrapErrors", "bootstrapconfig/data-secret: status.dataSecretName is not a string"],
  ),
  "bootstrapconfig/secret-type": shownBy([
    "bootstrapPass",
    "the data of a Machine is in a Secret that the config controls",
  ]),
  "bootstrapconfig/initialization-completed": shownBy(
    ["bootstrapPass", "the flag is set only after the Secret exists"],
    ["bootstrapPass", "contract v1beta1 has status.ready"],
    ["bootstrapErrors", "bootstrapconfig/initialization-completed: status.ready is not a boolean"],
  ),
  "bootstrapconfig/conditions": shownBy([
    "bootstrapErrors",
    "bootstrapconfig/conditions: status.conditions is not a list of conditions:",
  ]),
  "bootstrapconfig/ready-condition": shownBy(
    ["ready", "a closed gate"],
    ["bootstrapPass", "waits for the infrastructure"],
  ),
  "bootstrapconfig/terminal-failures": shownBy([
    "bootstrapErrors",
    "bootstrapconfig/terminal-failures: status.failureReason",
  ]),
  "bootstrapconfig/in-place": shownBy([
    "bootstrapPass",
    "a spec that changes while the machine is updated in place makes no new data",
  ]),
  "bootstrapconfig/sentinel-file": shownBy(["bootstrapPass", "data that names no file for success is a warning"]),
  "bootstrapconfig/certificates-expiry": shownBy(
    ["bootstrapPass", "is an annotation that core reads, and comes back when it is removed"],
    ["bootstrapPass", "is not copied from a Secret in which somebody wrote %s"],
  ),
  "bootstrapconfig/template": shownBy(
    ["goldenConfigTemplate", "listKind: FooConfigTemplateList"],
    ["goldenBounds", "warning bootstrapconfig/template: the BootstrapConfig FooConfig has no template"],
  ),
  "bootstrapconfig/template-ssa-dry-run": shownBy(["rejections", "a dry run of the topology controller"]),
};
