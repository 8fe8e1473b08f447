// What a write knows about its request: user, dry run, field validation, warnings.
import { notSupported, rootPath } from "@capstan/schema/structural";
import { invalidOptions, type OptionsKind } from "../api-status.ts";
import { systemUser, type UserInfo } from "../access/users.ts";

const validations = ["Ignore", "Strict", "Warn"] as const;

/** The request parameters of a write. */
export interface WriteContext {
  readonly user: UserInfo;
  /** Do everything except for storing. */
  readonly dryRun: boolean;
  /** How unknown fields are reported. */
  readonly fieldValidation: (typeof validations)[number];
  /** The body of a patch, for error messages about unknown fields. */
  readonly patch?: string;
  /** The warnings for the caller. */
  readonly warnings: string[];
}

/** The context of a write by the server's own controllers. */
export function systemContext(): WriteContext {
  return { user: systemUser, dryRun: false, fieldValidation: "Ignore", warnings: [] };
}

/** The context of a request with options of this kind. */
export function writeContext(query: URLSearchParams, user: UserInfo, kind: OptionsKind): WriteContext {
  const given = query.get("fieldValidation") || "Warn";
  const fieldValidation = validations.find((one) => one === given);
  if (fieldValidation === undefined)
    throw invalidOptions(kind, notSupported(rootPath.child("fieldValidation"), given, ["", ...validations]));
  return { user, dryRun: isDryRun(query.getAll("dryRun"), kind), fieldValidation, warnings: [] };
}

/** Whether a dry run is requested; throws for values other than "All". */
export function isDryRun(values: readonly string[], kind: OptionsKind): boolean {
  if (values.some((value) => value !== "All"))
    throw invalidOptions(kind, notSupported(rootPath.child("dryRun"), values, ["All"]));
  return values.length > 0;
}
