// `capstan dev --real` on kube-apiserver with etcd: the scaffold's provider brings a simulated cluster up, and its changes are seen through watches.
import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { createClient, loadCredentials } from "@capstan/client";
import { resourceOf } from "@capstan/kube";
import { expect, test } from "vitest";
import { DevProject } from "../../test/dev-project.ts";

const project = new DevProject();
const starter = fileURLToPath(new URL("../../../../examples/provider-starter/", import.meta.url));

test("with kube-apiserver, the cluster of the scaffold's template is Provisioned and its machines run", async () => {
  for (const part of ["src", "templates", "generated", "package.json"])
    cpSync(join(starter, part), join(project.root, part), { recursive: true });
  const argv = ["dev", "--real", "--apply"];
  project.start(...argv.slice(1));
  await project.until(/created Cluster default\/dev\n/);
  await project.until(/Cluster default\/dev: Provisioned\n/);
  await project.until(/Machine default\/dev-control-plane-\S+: Running\n/);
  await project.until(/Machine default\/dev-workers-\S+: Running\n/);
  const client = createClient(await loadCredentials({ kubeconfig: join(project.root, ".capstan/dev/kubeconfig") }));
  // The embedded server has none.
  const flows = await client.list(resourceOf("flowcontrol.apiserver.k8s.io/v1", "FlowSchema"), {});
  expect(flows.items).not.toEqual([]);
  await client.delete(Cluster, { namespace: "default", name: "dev" });
  await project.until(/Cluster default\/dev: deleted\n/);
  expect((await client.list(Machine, {})).items).toEqual([]);
  client.close();
  const ended = new Promise((resolve) => project.dev?.once("close", resolve));
  project.dev?.kill("SIGTERM");
  expect(await ended).toBe(0);
}, 180_000);

test("where kube-apiserver is not installed, the error says how to get it", async () => {
  process.env["KUBEBUILDER_ASSETS"] = project.root;
  project.start("--real", "--once");
  Reflect.deleteProperty(process.env, "KUBEBUILDER_ASSETS");
  const [, problem] = await project.until(/(testenv\/no-control-plane[^]*setup-envtest)/);
  expect(problem).toContain(project.root);
}, 60_000);
