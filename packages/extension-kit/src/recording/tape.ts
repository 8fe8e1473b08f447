// A tape: the calls of an extension with their answers, as JSON Lines. The first line says what the tape is of; each other line is one call.
import { isJsonObject, type ObjectKey } from "@capstan/kube";
import type { HookResponse } from "../answering/to-response.ts";

/** The version of the format. A reader takes no other. */
export const tapeFormat = 2;

/** The hooks that are recorded: those whose answers decide what a Cluster is made of. */
export const recordedHooks: ReadonlySet<string> = new Set([
  "GeneratePatches",
  "ValidateTopology",
  "DiscoverVariables",
  "GenerateUpgradePlan",
]);

/** The first line of a tape. */
export interface TapeHeader {
  readonly capstanTape: number;
  /** The name of the extension. */
  readonly extension: string;
  /** The releases of Cluster API that it served. */
  readonly clusterApi: string;
  /** When the recording began. */
  readonly at: string;
  /** The key of the digests that are in place of secrets in templates, in base64. */
  readonly key: string;
  /** The names of the variables that the extension declares to be secret. */
  readonly secretVariables: readonly string[];
}

/** The Cluster that a call is about. */
export interface RecordedCluster extends ObjectKey {
  /** Empty where a request does not have it. */
  readonly uid: string;
}

/** The Cluster that a request has, or the one that its variable `builtin` describes. */
export function clusterIn({ cluster, variables }: Readonly<Record<string, unknown>>): RecordedCluster | undefined {
  if (isJsonObject(cluster)) return identityOf(cluster["metadata"]);
  const all: readonly unknown[] = Array.isArray(variables) ? variables : [];
  const builtin = all.find((each) => isJsonObject(each) && each["name"] === "builtin");
  const value = isJsonObject(builtin) ? builtin["value"] : undefined;
  return isJsonObject(value) ? identityOf(value["cluster"]) : undefined;
}

function identityOf(value: unknown): RecordedCluster | undefined {
  if (!isJsonObject(value)) return undefined;
  const { namespace = "", name, uid = "" } = value;
  if (typeof name !== "string" || typeof namespace !== "string" || typeof uid !== "string") return undefined;
  return { namespace, name, uid };
}

/** A call of a handler, and its answer. */
export interface RecordedCall {
  /** The name of the hook. */
  readonly hook: string;
  readonly apiVersion: string;
  /** The name of the handler. */
  readonly handler: string;
  readonly at: string;
  /** Absent where a request is about no Cluster. */
  readonly cluster?: RecordedCluster;
  /** Whether the request has masks and digests in place of secret values; the answer is then the one to the request with them. */
  readonly masked?: boolean;
  readonly request: Readonly<Record<string, unknown>>;
  readonly response: HookResponse;
}

/** A tape as it was read. */
export interface Tape {
  readonly header: TapeHeader;
  readonly calls: readonly RecordedCall[];
}
