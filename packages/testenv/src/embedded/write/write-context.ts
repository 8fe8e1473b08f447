// What a write knows about its request: user, dry run, field validation, warnings.
import { rejection } from "../api-status.ts";
import { systemUser, type UserInfo } from "../access/users.ts";

/** The request parameters of a write. */
export interface WriteContext {
  readonly user: UserInfo;
  /** Do everything except for storing. */
  readonly dryRun: boolean;
  /** How unknown fields are reported. */
  readonly fieldValidation: "Strict" | "Warn" | "Ignore";
  /** The body of a patch, for error messages about unknown fields. */
  readonly patch?: string;
  /** The warnings for the caller. */
  readonly warnings: string[];
}

/** The context of a write by the server's own controllers. */
export function systemContext(): WriteContext {
  return { user: systemUser, dryRun: false, fieldValidation: "Ignore", warnings: [] };
}

/** The context of a request. */
export function writeContext(query: URLSearchParams, user: UserInfo): WriteContext {
  const validation = query.get("fieldValidation") || "Warn";
  if (validation !== "Strict" && validation !== "Warn" && validation !== "Ignore")
    throw rejection(
      "Invalid",
      `CreateOptions.meta.k8s.io "" is invalid: fieldValidation: Unsupported value: ${JSON.stringify(validation)}: supported values: "Ignore", "Strict", "Warn"`,
    );
  return { user, dryRun: isDryRun(query.getAll("dryRun")), fieldValidation: validation, warnings: [] };
}

/** Whether a dry run is requested; throws for values other than "All". */
export function isDryRun(values: readonly string[]): boolean {
  const other = values.find((value) => value !== "All");
  if (other !== undefined)
    throw rejection(
      "Invalid",
      `CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: ${JSON.stringify(other)}: supported values: "All"`,
    );
  return values.length > 0;
}
