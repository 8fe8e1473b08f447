// What runs for a Deployment.
import type { Container, Deployment } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { managerFlagConventions } from "./images.ts";
import { mainContainer, movablePorts, planWorkload, type PlanContext } from "./plan.ts";

const container: Container = {
  name: "manager",
  image: "example.test/manager:v1",
  command: ["/manager"],
  args: ["--leader-elect", "--diagnostics-address=:8443", "--namespace=$(POD_NAMESPACE)", "--extra=/etc/extra/file"],
  env: [{ name: "POD_NAMESPACE", valueFrom: { fieldRef: { fieldPath: "metadata.namespace" } } }],
  ports: [
    { name: "webhook-server", containerPort: 9443 },
    { name: "healthz", containerPort: 9440 },
    { name: "metrics", containerPort: 8443 },
    { name: "other", containerPort: 1234 },
  ],
  readinessProbe: { httpGet: { path: "/readyz", port: "healthz" } },
  volumeMounts: [
    { name: "cert", mountPath: "/tmp/k8s-webhook-server/serving-certs" },
    { name: "extra", mountPath: "/etc/extra" },
  ],
};
const context: PlanContext = {
  image: { command: "/bin/manager", args: ["serve"], env: { COLOR: "red" }, flags: managerFlagConventions },
  values: { fields: { "metadata.namespace": "team" }, secrets: {}, configMaps: {} },
  ports: new Map([
    [9443, 40001],
    [9440, 40002],
    [8443, 40003],
  ]),
  folders: new Map([
    ["cert", "/work/cert"],
    ["extra", "/work/extra"],
  ]),
  inPod: true,
};
const deployment = (containers: Container[]): Deployment => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "manager" },
  spec: { selector: {}, template: { spec: { containers } } },
});

test("a manager's ports and folders move by its flags, other paths by rewriting", () => {
  expect(planWorkload(container, context)).toEqual({
    command: "/bin/manager",
    args: [
      "serve",
      "--leader-elect",
      "--namespace=team",
      "--extra=/work/extra/file",
      "--webhook-port=40001",
      "--health-addr=127.0.0.1:40002",
      "--diagnostics-address=127.0.0.1:40003",
      "--webhook-cert-dir=/work/cert",
    ],
    env: { COLOR: "red", POD_NAMESPACE: "team" },
    cwd: undefined,
    readiness: "http://127.0.0.1:40002/readyz",
  });
});

test("without a ServiceAccount folder, leader election is turned off", () => {
  const { args } = planWorkload(container, { ...context, inPod: false });
  expect([args.includes("--leader-elect"), args.at(-1)]).toEqual([false, "--leader-elect=false"]);
});

test("without conventions and probe, the container's own port stands and running is all", () => {
  const plain = { name: "c", args: ["a"], ports: [{ containerPort: 80 }] };
  const image = { command: "x" };
  expect(movablePorts(plain, image)).toEqual([]);
  expect(planWorkload(plain, { ...context, image })).toEqual({
    command: "x",
    args: ["a"],
    env: {},
    cwd: undefined,
    readiness: undefined,
  });
});

test("the first container with a local command is the one that runs", () => {
  const sidecar = { name: "proxy", image: "example.test/proxy:v1" };
  const images = { manager: { command: "/bin/manager" } };
  expect(mainContainer(deployment([sidecar, container]), images).container.name).toBe("manager");
  expect(() => mainContainer(deployment([sidecar]), images)).toThrow(
    'no local command for the image "example.test/proxy:v1"; known images are manager',
  );
  expect(() => mainContainer(deployment([]), images)).toThrow("the Deployment manager has no container");
});
