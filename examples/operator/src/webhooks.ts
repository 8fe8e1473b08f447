// Rejects a Website whose page would contain markup before it is stored, and a change of its host.
import { type AdmissionDefinition, defineValidation, rejected, type WebhookContext } from "@capstan/operator";
import { Website } from "./api/v1/website.ts";
import { markupIn } from "./markup.ts";

export const websiteChecks: AdmissionDefinition<WebhookContext> = defineValidation(Website, {
  immutable: ["spec.host"],
  create: ({ object }) => rejected(markupIn(object)),
  update: ({ object }) => rejected(markupIn(object)),
});
