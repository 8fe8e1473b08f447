// Environment variables of a container as Kubernetes computes them: values, fields of the Pod, keys of Secrets and ConfigMaps, and
// `$(NAME)` references.
import { ownValue, setOwn } from "@capstan/kube";
import type { Container, EnvVar } from "@capstan/kube/builtin";
import { localClusterError } from "../errors.ts";

/** What a container's variables may read. */
export interface PodValues {
  /** Fields by path: "metadata.name", "status.podIP". */
  readonly fields: Readonly<Record<string, string>>;
  /** Data of Secrets by name, decoded. */
  readonly secrets: PodData;
  /** Data of ConfigMaps by name. */
  readonly configMaps: PodData;
}

/** Values by object name and key. */
export type PodData = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;

/** The container's variables; a later one may use an earlier one by `$(NAME)`. */
export function containerEnvironment(container: Container, values: PodValues): Record<string, string> {
  const env: Record<string, string> = {};
  for (const source of container.envFrom ?? []) {
    const data = {
      ...ownValue(values.secrets, source.secretRef?.name ?? ""),
      ...ownValue(values.configMaps, source.configMapRef?.name ?? ""),
    };
    for (const [key, value] of Object.entries(data)) setOwn(env, `${source.prefix ?? ""}${key}`, value);
  }
  for (const variable of container.env ?? []) {
    const value = variableValue(variable, values);
    if (value !== undefined) setOwn(env, variable.name, expand(value, env));
  }
  return env;
}

/** Replaces each `$(NAME)` of a known variable; `$$` stands for `$`, unknown references stay unchanged. */
export function expand(text: string, env: Readonly<Record<string, string>>): string {
  return text.replace(/\$(?:\$|\(([^()]+)\))/g, (reference, name: string | undefined) =>
    name === undefined ? "$" : (ownValue(env, name) ?? reference),
  );
}

function variableValue({ name, value, valueFrom }: EnvVar, values: PodValues): string | undefined {
  if (valueFrom === undefined) return value ?? "";
  const { fieldRef, secretKeyRef, configMapKeyRef } = valueFrom;
  if (fieldRef !== undefined) return fieldValue(name, fieldRef.fieldPath, values.fields);
  if (secretKeyRef !== undefined) return keyValue({ name, kind: "Secret", ref: secretKeyRef, data: values.secrets });
  if (configMapKeyRef !== undefined)
    return keyValue({ name, kind: "ConfigMap", ref: configMapKeyRef, data: values.configMaps });
  throw localClusterError("local-cluster/unsupported-variable", { name, source: Object.keys(valueFrom).join(", ") });
}

function fieldValue(name: string, path: string, fields: PodValues["fields"]): string {
  const value = ownValue(fields, path);
  if (value !== undefined) return value;
  throw localClusterError("local-cluster/unsupported-field", { name, path, known: Object.keys(fields).join(", ") });
}

interface KeyReference {
  readonly name: string;
  readonly kind: string;
  readonly ref: { readonly name: string; readonly key: string; readonly optional?: boolean };
  readonly data: PodData;
}

function keyValue({ name, kind, ref, data }: KeyReference): string | undefined {
  const value = ownValue(ownValue(data, ref.name), ref.key);
  if (value !== undefined || ref.optional === true) return value;
  throw localClusterError("local-cluster/missing-key", { name, key: ref.key, kind, object: ref.name });
}
