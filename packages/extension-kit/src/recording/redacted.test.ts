// What a tape has in place of secrets in templates, in a request and in what a patch makes of it, and that it says whether two of them are the same.
import { createHmac } from "node:crypto";
import type { KubeObject } from "@capstan/kube";
import { describe, expect, test } from "vitest";
import type { HookResponse } from "../answering/to-response.ts";
import { patchedTemplates } from "../testing/topology-request.ts";
import { KnownMasks } from "./known-masks.ts";
import { maskRequest } from "./mask-request.ts";
import { topologyItems, redactAnswer } from "./redact-answer.ts";
import { createTapeKey, redactTemplate, type TapeSecrets, templateRules } from "./redact-template.ts";

const secrets: TapeSecrets = { key: createTapeKey(), secretVariables: ["joinKey"] };

/** Without the code that is tested. */
function digest(text: string, { key } = secrets): string {
  return `capstan-digest-${createHmac("sha256", Buffer.from(key, "base64")).update(text).digest("base64url")}`;
}

function template(spec: object): KubeObject {
  const kind = { apiVersion: "bootstrap.cluster.x-k8s.io/v1beta2", kind: "KubeadmConfigTemplate" };
  return Object.assign({ ...kind, metadata: { name: "token" } }, { spec: { template: { spec } } });
}

const redacted = (spec: object): KubeObject => redactTemplate(template(spec), secrets);

describe("a template", () => {
  test.each([
    {
      name: "the content of a file, not its path",
      spec: { files: [{ path: "/a", content: "one" }, { path: "/b", content: "one", append: true }, { content: "" }] },
      want: {
        files: [
          { path: "/a", content: digest("one") },
          { path: "/b", content: digest("one"), append: true },
          { content: "" },
        ],
      },
    },
    {
      name: "a password of a user, not its name nor its public keys",
      spec: { users: [{ name: "ops", passwd: "$6$x", sshAuthorizedKeys: ["ssh-ed25519 AAAA"], lockPassword: true }] },
      want: {
        users: [{ name: "ops", passwd: digest("$6$x"), sshAuthorizedKeys: ["ssh-ed25519 AAAA"], lockPassword: true }],
      },
    },
    {
      name: "a configuration of Ignition",
      spec: { ignition: { containerLinuxConfig: { additionalConfig: "passwd: x", strict: true } } },
      want: { ignition: { containerLinuxConfig: { additionalConfig: digest("passwd: x"), strict: true } } },
    },
    {
      name: "a token, and each string in what is secret as a whole",
      spec: { discovery: { tlsBootstrapToken: "a.b" }, secret: { list: ["x", true], of: { y: "z" } } },
      want: {
        discovery: { tlsBootstrapToken: digest("a.b") },
        secret: { list: [digest("x"), true], of: { y: digest("z") } },
      },
    },
    {
      name: "the names of Secrets in volumes, not their modes: a number is secret where its own field is",
      spec: {
        volumes: [{ secret: { secretName: "s", defaultMode: 420, items: [{ key: "k", mode: 256 }], modes: [4, [2]] } }],
        token: 7,
        secret: [7, [8]],
      },
      want: {
        volumes: [
          {
            secret: {
              secretName: digest("s"),
              defaultMode: 420,
              items: [{ key: digest("k"), mode: 256 }],
              modes: [4, [2]],
            },
          },
        ],
        token: 0,
        secret: [0, [0]],
      },
    },
    {
      name: "the value of a variable that is declared secret",
      spec: {
        env: [
          { name: "joinKey", value: "k" },
          { name: "joinKey", value: { pin: 7 } },
          { name: "other", value: "v" },
        ],
      },
      want: {
        env: [
          { name: "joinKey", value: digest("k") },
          { name: "joinKey", value: { pin: 0 } },
          { name: "other", value: "v" },
        ],
      },
    },
    {
      name: "nothing of what names a Secret",
      spec: {
        files: [{ contentFrom: { secret: { name: "s", key: "k" } } }],
        users: [{ passwdFrom: { secret: { name: "p" } } }],
      },
      want: {
        files: [{ contentFrom: { secret: { name: "s", key: "k" } } }],
        users: [{ passwdFrom: { secret: { name: "p" } } }],
      },
    },
    {
      name: "no other content",
      spec: { content: "a", files: { content: "b" } },
      want: { content: "a", files: { content: "b" } },
    },
  ])("has a digest in place of $name", ({ spec, want }) => {
    expect(redacted(spec)).toEqual(template(want));
    expect(redactTemplate(redacted(spec), secrets)).toEqual(template(want));
  });

  test("has other digests on another tape", () => {
    const other = { ...secrets, key: createTapeKey() };
    const spec = { files: [{ content: "one" }] };
    expect(redactTemplate(template(spec), other)).toEqual(template({ files: [{ content: digest("one", other) }] }));
    expect(redactTemplate(template(spec), other)).not.toEqual(redacted(spec));
  });
});

const names = { variables: new Set(["joinKey"]), settings: new Set(["pass"]) };
const masking = { names, templates: templateRules(secrets), known: new KnownMasks() };

describe("a request", () => {
  test("has digests in templates, and masks of the same form in variables and settings", () => {
    const sent = {
      settings: { pass: "Ab1", other: "x" },
      variables: [
        { name: "joinKey", value: "ab-12" },
        { name: "more", value: { files: [{ content: "Hi 7" }] } },
      ],
      items: [
        { uid: "a", variables: [{ name: "token", value: "t" }], object: template({ files: [{ content: "Hi 7" }] }) },
        7,
      ],
    };
    expect(maskRequest(JSON.stringify(sent), masking)).toEqual({
      masked: true,
      request: {
        settings: { pass: "Xx0", other: "x" },
        variables: [
          { name: "joinKey", value: "xx-00" },
          { name: "more", value: { files: [{ content: "Xx 0" }] } },
        ],
        items: [
          {
            uid: "a",
            variables: [{ name: "token", value: "x" }],
            object: template({ files: [{ content: digest("Hi 7") }] }),
          },
          7,
        ],
      },
    });
  });

  test("without secrets is what it was", () => {
    const sent = { items: [{ uid: "a", object: template({ files: [{ path: "/a" }] }) }], settings: { other: "x" } };
    expect(maskRequest(JSON.stringify(sent), masking)).toEqual({ masked: false, request: sent });
  });

  test("with names that objects of JavaScript have is read like any other", () => {
    const json = '{"__proto__":{"token":"a"},"constructor":{"password":"b"}}';
    expect(JSON.stringify(maskRequest(json, masking).request)).toBe(
      '{"__proto__":{"token":"x"},"constructor":{"password":"x"}}',
    );
  });
});

describe("an answer", () => {
  const holderReference = { apiVersion: "v1", kind: "Cluster", namespace: "a", name: "b", fieldPath: "c" };
  const object = JSON.parse(JSON.stringify(template({ files: [{ path: "/a", content: digest("kept") }] })));
  const items = [
    { uid: "a", holderReference, object },
    { uid: "b", holderReference, object },
  ];
  const answer = (...patches: readonly (readonly [string, unknown])[]): HookResponse & { items: never } =>
    Object.assign(
      { apiVersion: "v1", kind: "GeneratePatchesResponse", status: "Success" as const },
      {
        items: patches.map(([uid, patch]) => ({
          uid,
          patchType: Array.isArray(patch) ? "JSONPatch" : "JSONMergePatch",
          patch: Buffer.from(JSON.stringify(patch)).toString("base64"),
        })) as never,
      },
    );
  const files = "/spec/template/spec/files";

  test.each([
    { name: "an added file", patch: [{ op: "add", path: `${files}/-`, value: { path: "/b", content: "new" } }], at: 1 },
    { name: "a replaced content", patch: [{ op: "replace", path: `${files}/0/content`, value: "new" }], at: 0 },
    {
      name: "a replaced spec",
      patch: [{ op: "add", path: "/spec", value: { template: { spec: { files: [{ content: "new" }] } } } }],
      at: 0,
    },
    { name: "a merge", patch: { spec: { template: { spec: { files: [{ content: "new" }] } } } }, at: 0 },
  ])("has digests of $name, and makes the same of all else", ({ patch, at }) => {
    const whole = answer(["a", patch], ["a", { metadata: { labels: { x: "y" } } }]);
    const given = redactAnswer(whole, { items }, masking.templates);
    const patches = topologyItems(given).map((each) => Buffer.from(String(each["patch"]), "base64").toString());
    expect(patches.join("\n")).not.toContain('"new"');
    const [made, other] = patchedTemplates(items, Object.assign({ items: [] }, given));
    const [before] = patchedTemplates(items, whole);
    expect(made).toEqual(redactTemplate(before ?? object, secrets));
    expect(JSON.stringify(made)).toContain(`"content":"${digest("new")}"`);
    expect([at === 1, JSON.stringify(made).includes(digest("kept"))]).toEqual([at === 1, at === 1]);
    expect(other).toEqual(object);
  });

  test("without secrets stays byte for byte", () => {
    const plain = answer(["b", { metadata: { labels: { x: "y" } } }]);
    expect(redactAnswer(plain, { items }, masking.templates)).toBe(plain);
  });

  test("of which a patch does not fit is not for the tape", () => {
    const wrong = answer(["a", [{ op: "replace", path: "/none/here", value: "new" }]]);
    expect(() => redactAnswer(wrong, { items }, masking.templates)).toThrow("/none");
  });
});
