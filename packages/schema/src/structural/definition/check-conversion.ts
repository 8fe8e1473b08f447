// The rules of a CRD's conversion.
import type { CustomResourceConversion } from "@capstan/kube/builtin";
import type { CrdReport } from "./crd-report.ts";
import { dnsLabelProblems } from "./dns-names.ts";
import { forbidden, invalid, notSupported, required, type FieldError } from "../fields/field-error.ts";
import type { FieldPath } from "../fields/field-path.ts";

const known = ["v1", "v1beta1"];

/** Reports the problems of the conversion; without one, the strategy is None. */
export function checkConversion(
  conversion: CustomResourceConversion | undefined,
  path: FieldPath,
  report: CrdReport,
): void {
  if (conversion === undefined) return;
  const strategy: string = conversion.strategy;
  const say = (error: FieldError): void => report.error("crd/conversion", error);
  if (strategy !== "None" && strategy !== "Webhook")
    say(notSupported(path.child("strategy"), strategy, ["None", "Webhook"]));
  else if (strategy === "Webhook") checkWebhook(conversion.webhook, path.child("webhook"), say);
  else if (conversion.webhook !== undefined)
    say(forbidden(path.child("webhook"), "should not be set when strategy is not set to Webhook"));
}

type Webhook = CustomResourceConversion["webhook"];

function checkWebhook(webhook: Webhook, path: FieldPath, say: (error: FieldError) => void): void {
  const client = path.child("clientConfig");
  if (webhook?.clientConfig === undefined) say(required(client, "required when strategy is set to Webhook"));
  else if ((webhook.clientConfig.url === undefined) === (webhook.clientConfig.service === undefined))
    say(required(client, "exactly one of url or service is required"));
  else if (webhook.clientConfig.url !== undefined && !webhook.clientConfig.url.startsWith("https://"))
    say(
      invalid(
        client.child("url"),
        webhook.clientConfig.url,
        "'https' is the only allowed URL scheme; desired format: https://host[/path]",
      ),
    );
  const versions = webhook?.conversionReviewVersions ?? [];
  const at = path.child("conversionReviewVersions");
  if (versions.length === 0) return say(required(at));
  const seen = new Set<string>();
  for (const [i, version] of versions.entries()) {
    if (seen.has(version)) say(invalid(at.index(i), version, "duplicate version"));
    seen.add(version);
    for (const problem of dnsLabelProblems(version)) say(invalid(at.index(i), version, problem));
  }
  if (!versions.some((version) => known.includes(version)))
    say(invalid(at, versions, `must include at least one of ${known.join(", ")}`));
}
