// Which form of objects a caller accepts: whole ones, or their metadata alone. Tables and protobuf are not served; callers
// that insist on them are told so.
import type { IncomingMessage } from "node:http";
import { refusal } from "./api-status.ts";
import type { Form } from "./rendering.ts";

const accepted = "only the following media types are accepted: application/json";

/** The form asked for by the Accept header; refuses when nothing in it can be served. */
export function acceptedForm(request: IncomingMessage): Form {
  const header = request.headers.accept;
  if (header === undefined || header === "") return "object";
  for (const range of header.split(",")) {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
    const isJson = type === "application/json" || type === "application/*" || type === "*/*";
    const as = parameters.find((parameter) => parameter.startsWith("as="))?.slice(3);
    if (isJson && as === undefined) return "object";
    if (isJson && (as === "PartialObjectMetadata" || as === "PartialObjectMetadataList") && parameters.includes("v=v1"))
      return "metadata";
  }
  throw refusal("NotAcceptable", accepted);
}
