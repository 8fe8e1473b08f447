// What enforces the rules of a BootstrapConfig.
import type { Entries } from "../entry.ts";
import { byGenerator, byKit, byType, inPart, notYet, unchecked } from "./files.ts";

/** Entries of a BootstrapConfig's rules. */
export const bootstrapConfig: Entries = {
  "bootstrapconfig/data-secret": byKit(
    ["bootstrapPass", "the data of a Machine is in a Secret that the config controls"],
    ["bootstrapPass", "a Secret that is deleted before the machine exists is created again, afterwards not"],
    ["bootstrapPass", "a Secret that the config does not control is neither used nor written"],
    ["bootstrapErrors", "bootstrapconfig/data-secret: status.dataSecretName is not a string"],
  ),
  "bootstrapconfig/secret-type": byKit([
    "bootstrapPass",
    "the data of a Machine is in a Secret that the config controls",
  ]),
  "bootstrapconfig/initialization-completed": byKit(
    ["bootstrapPass", "the flag is set only after the Secret exists"],
    ["bootstrapPass", "contract v1beta1 has status.ready"],
    ["bootstrapErrors", "bootstrapconfig/initialization-completed: status.ready is not a boolean"],
  ),
  "bootstrapconfig/conditions": byType([
    "bootstrapErrors",
    "bootstrapconfig/conditions: status.conditions is not a list of conditions:",
  ]),
  "bootstrapconfig/ready-condition": byKit(
    ["ready", "a closed gate"],
    ["bootstrapPass", "waits for the infrastructure"],
  ),
  "bootstrapconfig/terminal-failures": byType([
    "bootstrapErrors",
    "bootstrapconfig/terminal-failures: status.failureReason",
  ]),
  "bootstrapconfig/in-place": inPart(
    byKit(["bootstrapPass", "and the author is not called for data that exists"]),
    "no test changes a spec under the annotation of an update in place",
  ),
  "bootstrapconfig/template": byGenerator(["goldenConfigTemplate", "listKind: FooConfigTemplateList"]),
  "bootstrapconfig/template-ssa-dry-run": byKit(["templateWebhook", "a dry run of the topology controller"]),
  "bootstrapconfig/sentinel-file": notYet("the data is the author's, and the kit does not read it"),
  "bootstrapconfig/uninitialized-taint": unchecked(
    "the data is the author's, and the contract leaves the taint to them",
  ),
  "bootstrapconfig/certificates-expiry": notYet(),
};
