// The clock of dev, moved forward: the API server, what is simulated and the ages on the screen move together.
import { coreCrds } from "@capstan/api/crds";
import { Cluster } from "@capstan/api/core/v1beta2";
import { createClient } from "@capstan/client";
import { getCondition } from "@capstan/contract/conditions";
import { expect, onTestFinished, test, vi } from "vitest";
import { ScreenTerminal } from "../../test/screen-terminal.ts";
import { startDevServer } from "./dev-server.ts";
import { LiveScreen } from "./live/live-screen.ts";
import { startPlayedCore } from "./played-core.ts";

const hourMs = 3_600_000;

test("after a jump, what was there is older on the screen, and what comes then is new", async () => {
  const server = await startDevServer({ crds: coreCrds(), real: false, note: () => undefined });
  const client = createClient(server.credentials);
  const { clock } = server;
  if (clock === undefined) throw new Error("the embedded server has no clock");
  const { stop } = startPlayedCore({ client, now: clock.now, note: () => undefined });
  const terminal = new ScreenTerminal(90, 24);
  const screen = new LiveScreen({ input: terminal.input, output: terminal, lines: terminal.lines }, "foo");
  onTestFinished(async () => {
    screen.close();
    await stop();
    client.close();
    await server.stop();
  });
  screen.open({ applySample: async () => undefined, kill: async () => "", requestRestart: () => undefined });
  screen.started({ server, client, kubeconfigFile: "/foo/kubeconfig" }, { name: "foo", type: "infrastructure" });
  const since = async (name: string): Promise<number> => {
    await client.create(Cluster, {
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "Cluster",
      metadata: { name, namespace: "default" },
      spec: { clusterNetwork: { services: { cidrBlocks: ["10.0.0.0/16"] } } },
    });
    return vi.waitFor(
      async () => {
        const found = getCondition(await client.get(Cluster, { name, namespace: "default" }), "Available");
        if (found === undefined) throw new Error(`${name} has no condition yet`);
        return Date.parse(found.lastTransitionTime);
      },
      { timeout: 60_000 },
    );
  };
  const before = await since("before");
  await terminal.until(/Cluster before .*\d+s/);
  clock.forward(2 * hourMs);
  expect((await since("then")) - before).toBeGreaterThanOrEqual(2 * hourMs);
  await terminal.until(/Cluster before .* 2h/);
  await terminal.until(/Cluster then .*\d+s/);
});
