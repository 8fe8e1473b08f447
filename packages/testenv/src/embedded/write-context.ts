// What a write needs to know of the request it comes from. Made by the handlers from the URL and headers, and by the
// server's own controllers for their writes.
import { refusal } from "./api-status.ts";
import type { UserInfo } from "./authentication.ts";

/** How a write is to be done. */
export interface WriteContext {
  readonly user: UserInfo;
  /** Do everything but store. */
  readonly dryRun: boolean;
  /** What to do about unknown fields. */
  readonly fieldValidation: "Strict" | "Warn" | "Ignore";
  /** The text of a patch, which is then what unknown fields are said to be wrong with. */
  readonly patch?: string;
  /** Collects what the caller is warned of. */
  readonly warnings: string[];
}

/** The server itself, whose controllers write too. */
const systemUser: UserInfo = {
  username: "system:capstan-testenv",
  groups: ["system:masters", "system:authenticated"],
};

/** The context of a write by the server's own controllers. */
export function systemContext(): WriteContext {
  return { user: systemUser, dryRun: false, fieldValidation: "Ignore", warnings: [] };
}

/** The context of a request. */
export function writeContext(query: URLSearchParams, user: UserInfo): WriteContext {
  const validation = query.get("fieldValidation") || "Warn";
  if (validation !== "Strict" && validation !== "Warn" && validation !== "Ignore")
    throw refusal(
      "Invalid",
      `CreateOptions.meta.k8s.io "" is invalid: fieldValidation: Unsupported value: ${JSON.stringify(validation)}: supported values: "Ignore", "Strict", "Warn"`,
    );
  return { user, dryRun: isDryRun(query.getAll("dryRun")), fieldValidation: validation, warnings: [] };
}

/** Whether a dry run is asked for; there is only one kind of it. */
export function isDryRun(values: readonly string[]): boolean {
  const other = values.find((value) => value !== "All");
  if (other !== undefined)
    throw refusal(
      "Invalid",
      `CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: ${JSON.stringify(other)}: supported values: "All"`,
    );
  return values.length > 0;
}
