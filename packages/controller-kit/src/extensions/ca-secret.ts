// The certificates of an extension from a Secret that an annotation of its ExtensionConfig names.
import type { ExtensionConfig } from "@capstan/api/runtime/v1beta2";
import type { Client } from "@capstan/client";
import { errorFrom, errorOf, type ObjectKey } from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";
import { kitErrors } from "../kit-errors.ts";

/** Names the Secret, `<namespace>/<name>`. */
export const caAnnotation = "runtime.cluster.x-k8s.io/inject-ca-from-secret";

/** The key of the Secret. */
const caKey = "ca.crt";

/** An object with annotations, which may be one of a cache. */
interface Annotated {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
}

/** The Secret that an ExtensionConfig names; undefined when it names none, or none that can be. */
export function caSecretOf({ metadata }: Annotated): ObjectKey | undefined {
  const [namespace = "", name = "", more] = metadata.annotations?.[caAnnotation]?.split("/") ?? [];
  return namespace === "" || name === "" || more !== undefined ? undefined : { namespace, name };
}

/** The `caBundle` that an ExtensionConfig has to have, in base64; undefined without the annotation. Rejects with `extensions/ca-secret`. */
export async function injectedCa(client: Pick<Client, "get">, config: ExtensionConfig): Promise<string | undefined> {
  const secret = config.metadata.annotations?.[caAnnotation];
  if (secret === undefined) return undefined;
  const failed = (problem: string, cause?: unknown): Error =>
    errorOf(kitErrors, "extensions/ca-secret", {
      values: { config: config.metadata.name ?? "", secret, problem },
      cause,
    });
  const key = caSecretOf(config);
  if (key === undefined) throw failed("the annotation is not `<namespace>/<name>`");
  const found = await client.get(Secret, key).catch((error: unknown) => {
    throw failed(errorFrom(error).message, error);
  });
  const ca = found.data?.[caKey];
  if (ca === undefined) throw failed(`it has no ${caKey}`);
  return ca;
}
