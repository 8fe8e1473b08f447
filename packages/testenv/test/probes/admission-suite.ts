// What both backends do with admission webhooks. The webhooks are ours, on this computer, called by URL, and ask for the
// other version of the kind than the one that requests use.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import type { TestEnvOptions } from "../../src/start.ts";
import { probeDefinitions } from "./definitions.ts";
import type { Answer } from "./probe.ts";
import { useSuiteEnv, type SuiteEnv } from "./suite-env.ts";
import { patchAnswer, startProbeWebhook, type AskedAdmission, type ProbeWebhook } from "./webhook-server.ts";

const path = "/apis/probe.test/v1/namespaces/default/widgets";
const widget = (name: string, size: number, probed = "1"): object => ({
  apiVersion: "probe.test/v1",
  kind: "Widget",
  metadata: { name, labels: { probed } },
  spec: { size },
});

/** The suite on a backend. */
export function admissionSuite(options: TestEnvOptions): void {
  const asked: AskedAdmission[] = [];
  const suite = useSuiteEnv({ ...options, crds: probeDefinitions }, async (ready) => {
    const hook = await startProbeWebhook({ mutate, validate, asked });
    afterAll(() => hook[Symbol.asyncDispose]());
    await configure(ready, hook);
    // A real server takes notice of configurations a moment later.
    for (let i = 0; i < 100 && asked.length === 0; i++) {
      await ready.send("POST", path, widget(`warm-${i}`, 1));
      await sleep(50);
    }
  });
  const create = (name: string, size: number, probed?: string): Promise<Answer> =>
    suite.send("POST", path, widget(name, size, probed));
  const lastAbout = (name: string): AskedAdmission | undefined => asked.findLast((one) => one.name === name);

  test("a mutating webhook changes what is stored, in the version it asked for", async () => {
    expect(await create("a", 1)).toMatchObject({
      status: 201,
      body: { apiVersion: "probe.test/v1", metadata: { annotations: { mutated: "CREATE" } } },
    });
    const kind = { group: "probe.test", version: "v1alpha1", kind: "Widget" };
    const object = { apiVersion: "probe.test/v1alpha1", spec: { color: "red" } };
    expect(lastAbout("a")).toMatchObject({
      kind,
      requestKind: { version: "v1" },
      namespace: "default",
      object,
      oldObject: null,
      dryRun: false,
    });
  });

  test("a validating webhook rejects, with its message and warnings", async () => {
    const message = 'admission webhook "validate.probe.test" denied the request: nine is too many';
    expect(await create("b", 9)).toMatchObject({
      status: 400,
      body: { kind: "Status", status: "Failure", message, code: 400 },
    });
    expect((await create("w", 8)).headers["warning"]).toContain("eight is a lot");
  });

  test("updates and deletions are seen with what was there", async () => {
    await create("c", 1);
    await suite.send("PATCH", `${path}/c`, { spec: { size: 2 } });
    expect(lastAbout("c")).toMatchObject({
      operation: "UPDATE",
      object: { spec: { size: 2 } },
      oldObject: { spec: { size: 1 } },
    });
    await suite.send("DELETE", `${path}/c`);
    expect(lastAbout("c")).toMatchObject({ operation: "DELETE", object: null, oldObject: { spec: { size: 2 } } });
  });

  test("selectors leave requests out, dry runs are marked", async () => {
    await create("unseen", 9, "0");
    expect(lastAbout("unseen")).toBe(undefined);
    await suite.send("POST", `${path}?dryRun=All`, widget("dry", 1));
    expect(lastAbout("dry")).toMatchObject({ dryRun: true });
  });
}

async function configure({ send }: SuiteEnv, hook: ProbeWebhook): Promise<void> {
  for (const [kind, name] of [
    ["MutatingWebhookConfiguration", "mutate"],
    ["ValidatingWebhookConfiguration", "validate"],
  ] as const) {
    const webhook = {
      name: `${name}.probe.test`,
      clientConfig: { url: `${hook.url}/${name}`, caBundle: hook.caBundle },
      rules: [
        {
          apiGroups: ["probe.test"],
          apiVersions: ["v1alpha1"],
          resources: ["widgets"],
          operations: ["CREATE", "UPDATE", "DELETE"],
        },
      ],
      objectSelector: { matchLabels: { probed: "1" } },
      admissionReviewVersions: ["v1"],
      sideEffects: "None",
    };
    const apiVersion = "admissionregistration.k8s.io/v1";
    await send("POST", `/apis/${apiVersion}/${kind.toLowerCase()}s`, {
      apiVersion,
      kind,
      metadata: { name },
      webhooks: [webhook],
    });
  }
}

function mutate({ operation, object }: AskedAdmission): object {
  if (object === null) return { allowed: true };
  const annotations =
    object.metadata.annotations === undefined ? [{ op: "add", path: "/metadata/annotations", value: {} }] : [];
  return patchAnswer([...annotations, { op: "add", path: "/metadata/annotations/mutated", value: operation }]);
}

function validate({ object }: AskedAdmission): object {
  const size = (object?.["spec"] as { size?: number } | undefined)?.size;
  if (size === 9) return { allowed: false, status: { message: "nine is too many" } };
  return size === 8 ? { allowed: true, warnings: ["eight is a lot"] } : { allowed: true };
}
