// The defaults of a template that Cluster API sets before it compares the one that there is with the one that is wanted: its dry-run of both goes through
// the webhook of kubeadm configs, which sets there what earlier releases have stored.
import { KubeadmConfigTemplate } from "@capstan/api/bootstrap/kubeadm/v1beta2";
import { writePath } from "@capstan/contract";
import { deepClone, getAt, isJsonObject, type JsonPath, type KubeObject } from "@capstan/kube";

const spec = ["spec", "template", "spec"];
const exec = [...spec, "joinConfiguration", "discovery", "file", "kubeConfig", "user", "exec"];

/** Fields with their defaults. */
const defaults: readonly (readonly [path: JsonPath, value: string])[] = [
  [[...spec, "format"], "cloud-config"],
  [[...spec, "initConfiguration", "nodeRegistration", "imagePullPolicy"], "IfNotPresent"],
  [[...spec, "joinConfiguration", "nodeRegistration", "imagePullPolicy"], "IfNotPresent"],
];

/** The template as it is compared: for a kind whose defaults are known, a copy that has them. */
export function withComparedDefaults<T extends KubeObject>(template: T): T {
  const { apiVersion, kind } = KubeadmConfigTemplate;
  if (template.apiVersion !== apiVersion || template.kind !== kind) return template;
  const copy = deepClone(template);
  for (const [path, value] of defaults) setDefault(copy, path, value);
  const program = getAt(copy, exec);
  if (isJsonObject(program) && Object.keys(program).length > 0)
    setDefault(copy, [...exec, "apiVersion"], "client.authentication.k8s.io/v1");
  return copy;
}

/** Sets a value that is missing or empty. Where something else than an object is above it, the API server rejects the template anyway. */
function setDefault(object: KubeObject, path: JsonPath, value: string): void {
  const above = path.slice(0, -1).map((_, depth) => getAt(object, path.slice(0, depth + 1)) ?? {});
  if (above.every(isJsonObject) && (getAt(object, path) ?? "") === "") writePath(object, path.join("."), value);
}
