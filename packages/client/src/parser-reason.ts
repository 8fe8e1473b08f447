// What a parser has against a text, without the text: parsers quote it in their messages, and it may hold a secret.
// Used where answers and kubeconfigs are parsed.
import { errorFrom } from "@capstan/kube";

/** The complaint of JSON.parse or of `yaml` up to where it begins to quote. */
export function parserReason(error: unknown): string {
  const [complaint = ""] = errorFrom(error).message.split(/\n|, (?:\.\.\.)?"/);
  return complaint.startsWith('"') ? "it is not JSON" : complaint.replace(/:$/, "");
}
