// Objects without the values of Secrets: the names of their keys stay. What is kept over time and shown in a browser has none of them.
import { isJsonObject, type UnstructuredObject } from "@capstan/kube";

/** What is in the place of each value of a Secret. */
export const hiddenValue = "(hidden)";

/** The annotation in which kubectl keeps a whole object. */
const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

/** The object itself, or of a Secret a copy whose values are hidden. */
export function withoutSecretValues(object: UnstructuredObject): UnstructuredObject {
  if (object.kind !== "Secret" || object.apiVersion !== "v1") return object;
  const { metadata, data, stringData, ...rest } = object;
  const { [lastApplied]: _, ...annotations } = metadata.annotations ?? {};
  return {
    ...rest,
    metadata: metadata.annotations === undefined ? metadata : { ...metadata, annotations },
    ...(data === undefined ? {} : { data: hidden(data) }),
    ...(stringData === undefined ? {} : { stringData: hidden(stringData) }),
  };
}

function hidden(values: unknown): Record<string, string> {
  return isJsonObject(values) ? Object.fromEntries(Object.keys(values).map((key) => [key, hiddenValue])) : {};
}
