// `capstan dev --real` on kube-apiserver with etcd: the scaffold's provider brings a simulated cluster up, and its changes are seen through watches.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { resourceOf } from "@capstan/kube";
import { expect, test } from "vitest";
import { DevProject } from "../../test/dev-project.ts";

const project = new DevProject();

/** The scaffold's project, but for its configuration. */
const useStarter = (): void => project.use("provider-starter", ["src", "templates", "generated", "package.json"]);

test("with kube-apiserver, the cluster of the scaffold's template is Provisioned and its machines run", async () => {
  await using stack = new AsyncDisposableStack();
  useStarter();
  const argv = ["dev", "--real", "--apply"];
  project.start(...argv.slice(1));
  await project.until(/Cluster API's own managers are in Capstan's cache \(v1\S+\): --managers runs them /);
  await project.until(/created Cluster default\/dev\n/);
  await project.until(/Cluster default\/dev: Provisioned\n/);
  await project.until(/Machine default\/dev-control-plane-\S+: Running\n/);
  await project.until(/Machine default\/dev-workers-\S+: Running\n/);
  const client = await project.client(stack);
  // The embedded server has none.
  const flows = await client.list(resourceOf("flowcontrol.apiserver.k8s.io/v1", "FlowSchema"), {});
  expect(flows.items).not.toEqual([]);
  await client.delete(Cluster, { namespace: "default", name: "dev" });
  await project.until(/Cluster default\/dev: deleted\n/);
  expect((await client.list(Machine, {})).items).toEqual([]);
  const ended = new Promise((resolve) => project.dev?.once("close", resolve));
  project.dev?.kill("SIGTERM");
  expect(await ended).toBe(0);
});

test("Ctrl-C while kube-apiserver starts ends dev, and what it has started", async () => {
  project.start("--real");
  await project.until(/starting [a-z-]+ "/);
  await setTimeout(500);
  const ended = once(project.dev ?? process, "close");
  project.dev?.kill("SIGINT");
  expect(await ended).toEqual([0, null]);
  expect(project.printed).toContain("stopped before src/main.ts was started\n");
  expect(project.printed).not.toContain("control plane ready");
});

test.runIf(process.platform === "linux")("kube-apiserver that is killed is named, and runs again", async () => {
  project.start("--real");
  await project.until(/src\/main\.ts ready after/);
  const children = execFileSync("ps", ["--ppid", String(project.dev?.pid), "-o", "pid=,args="], { encoding: "utf8" });
  const pid = children.split("\n").find((line) => line.includes("/kube-apiserver "));
  process.kill(Number.parseInt(pid ?? "", 10), "SIGKILL");
  await project.until(/kube-apiserver was ended by SIGKILL: it is started again[^]*kube-apiserver runs again\n/);
  project.say("two");
  await project.until(/changed: src\/word\.ts[^]*ready after/);
  project.dev?.kill("SIGTERM");
  expect(await once(project.dev ?? process, "close")).toEqual([0, null]);
});

// No Machine can be a Node: the starter's cloud is none, and kubeadm runs nowhere. The control plane waits for the first one.
test("with Cluster API's managers of the cache, the scaffold's cluster is Provisioned, and its first machine too", async () => {
  useStarter();
  const argv = ["dev", "--managers", "--apply"];
  project.start(...argv.slice(1));
  await project.until(/managers of Capstan's cache \(v1\S+\): they are starting\n/);
  await project.until(/control plane ready/);
  await project.until(/created Cluster default\/dev\n/);
  await project.until(/Cluster default\/dev: Provisioned\n/);
  await project.until(/Machine default\/dev-control-plane-\S+: Provisioned\n/);
  expect(project.printed).not.toContain("simulated here");
});

test("a file that is missing among the managers is named", async () => {
  project.start("--managers", ".", "--once");
  const [, missing] = await project.until(/error dev\/no-managers: \S+ lacks ([^\n]*)\n/);
  expect(missing).toContain("cluster-api-manager, core-components.yaml, ");
});

test("where kube-apiserver is not installed, the error says how to get it", async () => {
  process.env["KUBEBUILDER_ASSETS"] = project.root;
  project.start("--real", "--once");
  Reflect.deleteProperty(process.env, "KUBEBUILDER_ASSETS");
  const [, problem] = await project.until(/(testenv\/no-control-plane[^]*setup-envtest)/);
  expect(problem).toContain(project.root);
});
