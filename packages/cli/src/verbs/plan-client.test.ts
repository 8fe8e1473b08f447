// `capstan plan` of handlers that read a cluster.
import { createClient } from "@capstan/client";
import { coreCrds } from "@capstan/extension-kit/testing";
import { ConfigMap } from "@capstan/kube/builtin";
import { startTestEnv } from "@capstan/testenv";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createdCluster } from "../../test/created-cluster.ts";
import { extensionSource, tapeOf } from "../../test/sized-extension.ts";
import { type Printed, TemporaryProject } from "../../test/temporary-project.ts";

let at: TemporaryProject;
beforeEach(async () => {
  at = new TemporaryProject();
  at.extension("size", {
    "src/extension.ts": extensionSource(),
    "calls.tape": await tapeOf(["one"]),
  });
});
afterEach(() => at[Symbol.dispose]());

const plan = (...more: string[]): Promise<Printed> => at.capstan(["plan", "--against", "calls.tape", ...more]);

describe("a handler with a client", () => {
  const reading = (body: string): string =>
    extensionSource({
      name: 'size", rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get"] }], other: "',
    })
      .replace("import {", 'import { ConfigMap } from "@capstan/kube/builtin";\nimport {')
      .replace("({ items }) => proceed", `async ({ items }, { client }) => { ${body}; return proceed`)
      .replace("    }),", "    }); },");
  const read = `const { data } = await (await client()).get(ConfigMap, { namespace: "default", name: "size" }); const size = Number(data.size)`;

  test("is not compared without a cluster, also where it answers without it", async () => {
    for (const body of [read, `await client().catch(() => undefined)`]) {
      at.write({ "src/extension.ts": reading(body) });
      const { code, text } = await plan();
      expect(code).toBe(1);
      expect(text).toContain(
        "error plan/needs-client: patches-v1 of GeneratePatches was not compared for Cluster default/one: it reads the cluster, and plan has no client\n  help: name a kubeconfig of the cluster that the tape is of: --kubeconfig FILE",
      );
    }
  });

  test("reads the cluster that is named, and writes nothing there", async () => {
    await using env = await startTestEnv({ crds: coreCrds() });
    const client = createClient(env.credentials);
    at.write({ "calls.tape": await tapeOf(["one"], { one: await createdCluster(client, "one") }) });
    const metadata = { name: "size", namespace: "default" };
    await client.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata, data: { size: "2" } });
    at.write({ kubeconfig: env.kubeconfig(), "src/extension.ts": reading(read).replaceAll("size: 2", "size") });
    const argv = ["plan", "--kubeconfig", "kubeconfig", "--against", "calls.tape"];
    const compared = `with calls.tape, which read ${client.server}\ncompared 2 answers with 2 templates; changed: 0;`;
    expect((await at.capstan(argv)).text).toContain(compared);
    await client.update(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata, data: { size: "3" } });
    expect((await at.capstan(argv)).text).toContain("/spec/template/spec/size: 2 -> 3\n");
    const writes = `const c = await client();
      const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "size", namespace: "default" } };
      for (const write of [() => c.create(ConfigMap, map), () => c.delete(ConfigMap, map.metadata), () => c.request({ method: "DELETE", path: "/api/v1/namespaces/default/configmaps/size" })])
        await write().catch((error) => { if (!error.message.includes("only reads")) throw error; });
      await c.request({ method: "GET", path: "/version" }); c.close();`;
    at.write({ "src/extension.ts": reading(writes) });
    const { code, text } = await at.capstan(argv);
    expect(code).toBe(0);
    expect(text).toContain(
      "warning plan/writes: patches-v1 of GeneratePatches wanted to write to the cluster (create, delete, DELETE), which plan does not do",
    );
    expect(await client.get(ConfigMap, metadata)).toMatchObject({ data: { size: "3" } });
    client.close();
  });

  test("needs a kubeconfig that can be read, and a context is for one", async () => {
    const { text } = await at.capstan(["plan", "--against", "calls.tape", "--context", "a"]);
    expect(text).toContain("error cli/usage: --context is for --kubeconfig");
    expect((await plan("--kubeconfig", "none")).text).toContain("error client/");
  });
});
