// Patches with names that every object inherits, such as "__proto__": through the embedded API server and the patch functions. Results are
// compared with an oracle that knows Maps only, and the prototypes of this process must stay as they were.
import { Agent, request } from "node:https";
import { applyJsonPatch, createMergePatch, isCapstanError, type JsonPatchOperation } from "@capstan/kube";
import { startTestEnv } from "@capstan/testenv";
import type { Area, Attack, Fuzz } from "../area.ts";
import type { Lab } from "../lab.ts";
import { type Operation, patchedTree } from "../oracle/json-patch.ts";
import { canonical, mergedTree, readTree, strategicTree, type Tree } from "../oracle/tree.ts";

const names = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "__defineGetter__",
  "a",
  "b",
] as const;
const oddNames = ["", "0", "-", "~", "/", "a/b", "\u2028", "é"] as const;
const collection = "/api/v1/namespaces/default/configmaps";
const object = `${collection}/victim`;

/** What a prototype has; a new field would be in every object of the process. */
function prototypes(): string {
  const all = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Map.prototype];
  return all.map((one) => Reflect.ownKeys(one).map(String).join()).join(";");
}

interface Server extends AsyncDisposable {
  /** The status and the body of the answer; a PATCH names its media type. */
  send(method: "POST" | "PUT" | "PATCH", body: string, type?: string): Promise<readonly [number, string]>;
}

async function startServer(): Promise<Server> {
  const env = await startTestEnv({ backend: "embedded" });
  const { server, caData, certData, keyData } = env.credentials;
  const agent = new Agent({ keepAlive: true, ca: caData, cert: certData, key: keyData });
  return {
    send: (method, body, type = "application/json") =>
      new Promise((resolve, reject) => {
        const sent = request(
          new URL(method === "POST" ? collection : object, server),
          { method, agent, headers: { "content-type": type } },
          (answer) => {
            let text = "";
            answer.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
            answer.on("end", () => resolve([answer.statusCode ?? 0, text]));
          },
        );
        sent.on("error", reject);
        sent.end(body);
      }),
    async [Symbol.asyncDispose]() {
      agent.destroy();
      await env.stop();
    },
  };
}

const configMap = (extra: string): string =>
  `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"victim"},"extra":${extra}}`;

function extraOf(text: string): Tree {
  const tree = readTree(text);
  return tree instanceof Map ? (tree.get("extra") ?? null) : null;
}

const strategicPrototype: Attack = {
  name: "a strategic merge patch of a key `__proto__` to the embedded API server",
  before: "the key is lost, and is the prototype of the result",
  async run() {
    await using server = await startServer();
    await server.send("POST", configMap("{}"));
    const patch = '{"extra":{"__proto__":{"a":1},"constructor":{"prototype":{"b":2}}}}';
    const [status, text] = await server.send("PATCH", patch, "application/strategic-merge-patch+json");
    const got = canonical(extraOf(text));
    if (got !== '{"__proto__":{"a":1},"constructor":{"prototype":{"b":2}}}') throw new Error(`${status}: ${got}`);
    return "a field like any other";
  },
};

/** JSON text, since an object literal could not have a field "__proto__" for sure. */
function jsonText(lab: Lab, depth: number): string {
  const { random } = lab;
  if (depth === 0 || random.chance(0.3))
    return random.pick(["null", "1", "-0.5", "true", '""', '"x"', '"__proto__"', "[]", "{}"]);
  const items = (make: () => string): string[] => random.list(5, make);
  if (random.chance(0.2)) return `[${items(() => jsonText(lab, depth - 1)).join(",")}]`;
  return objectText(lab, depth);
}

function objectText(lab: Lab, depth: number): string {
  const keys = new Set(lab.random.list(6, () => lab.random.pick(lab.random.chance(0.8) ? names : oddNames)));
  return `{${[...keys].map((key) => `${JSON.stringify(key)}:${jsonText(lab, depth - 1)}`).join(",")}}`;
}

/** Patches one object by two ways over HTTP, and compares what the server has stored. */
function overHttp(name: string, type: string, oracle: (target: Tree, patch: Tree) => Tree): Fuzz {
  return {
    name,
    async run(lab, inputs) {
      await using server = await startServer();
      await server.send("POST", configMap("{}"));
      const before = prototypes();
      let known: Tree = new Map();
      for (let i = 0; i < inputs; i += 1) {
        if (i % 20 === 0) known = extraOf((await server.send("PUT", configMap(objectText(lab, 4))))[1]);
        const patch = objectText(lab, 4);
        const [status, text] = await server.send("PATCH", `{"extra":${patch}}`, type);
        const want = oracle(known, readTree(patch));
        if (status !== 200) lab.fault("crashed", `HTTP ${status}`, { patch, text });
        else if (canonical(extraOf(text)) !== canonical(want))
          lab.fault("wrong", "another result", { patch, text, want: canonical(want) });
        if (prototypes() !== before) lab.fault("executed", "a prototype was changed", patch);
        known = want;
      }
    },
  };
}

const jsonPatches: Fuzz = {
  name: "JSON patches of hostile paths, against an oracle of Maps",
  async run(lab, inputs) {
    const before = prototypes();
    for (let i = 0; i < inputs; i += 1) {
      const document = objectText(lab, 4);
      const paths = pathsIn(readTree(document));
      const operations = Array.from({ length: 1 + lab.random.below(4) }, () => operationOf(lab, paths));
      const got = lab.hold(
        { document, operations },
        // What a caller sends is JSON; the type is that of a right patch.
        () => applyJsonPatch(JSON.parse(document), operations as JsonPatchOperation[]),
        (error) => isCapstanError(error, "kube/json-patch") || isCapstanError(error, "kube/json-pointer"),
      );
      const want = patchedTree(
        readTree(document),
        operations.map((operation) => [operation, readTree(JSON.stringify(operation.value ?? null))]),
      );
      compare(
        lab,
        { document, operations },
        { got: got === undefined ? undefined : readTree(JSON.stringify(got)), want },
      );
      if (prototypes() !== before) lab.fault("executed", "a prototype was changed", operations);
    }
  },
};

/** Most paths exist in the document: an operation that is rejected ends its patch. */
function operationOf(lab: Lab, paths: readonly string[]): Operation {
  const { random } = lab;
  const step = (): string => escaped(random.pick([...names, ...oddNames, "0", "1", "00"]));
  const path = (): string =>
    random.chance(0.2) || paths.length === 0
      ? `/${[step(), ...random.list(3, step)].join("/")}`
      : `${random.pick(paths)}${random.chance(0.3) ? `/${step()}` : ""}`;
  const op = random.pick(["add", "add", "replace", "remove", "test", "move", "copy"]);
  return { op, path: path(), from: path(), value: JSON.parse(jsonText(lab, 2)) };
}

function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The pointers of every value below the document. */
function pathsIn(tree: Tree): string[] {
  const entries =
    tree instanceof Map ? [...tree] : Array.isArray(tree) ? tree.map((item, i) => [String(i), item] as const) : [];
  return entries.flatMap(([name, value]) => ["", ...pathsIn(value)].map((rest) => `/${escaped(name)}${rest}`));
}

const mergePatchesMade: Fuzz = {
  name: "merge patches that are made of two hostile documents",
  async run(lab, inputs) {
    const before = prototypes();
    for (let i = 0; i < inputs; i += 1) {
      const [from, to] = [objectText(lab, 4), withoutNulls(readTree(objectText(lab, 4)))];
      const target = canonical(to);
      const patch = lab.hold(
        { from, target },
        () => createMergePatch(JSON.parse(from), JSON.parse(target)),
        () => false,
      );
      const want = canonical(
        mergedTree(readTree(from), patch === undefined ? new Map() : readTree(JSON.stringify(patch))),
      );
      if (want !== target)
        lab.fault("wrong", "the patch leads elsewhere", { from, target, patch: JSON.stringify(patch) });
      if (prototypes() !== before) lab.fault("executed", "a prototype was changed", { from, target });
    }
  },
};

/** A merge patch cannot set a null. */
function withoutNulls(tree: Tree): Tree {
  if (!(tree instanceof Map)) return tree;
  return new Map([...tree].flatMap(([key, value]) => (value === null ? [] : [[key, withoutNulls(value)] as const])));
}

interface Compared {
  readonly got: Tree | undefined;
  readonly want: Tree | undefined;
}

function compare(lab: Lab, input: unknown, { got, want }: Compared): void {
  const [is, should] = [got, want].map((tree) => (tree === undefined ? "rejected" : canonical(tree)));
  if (is !== should) lab.fault("wrong", `${is} instead of ${should}`, input);
}

export const merge: Area = {
  name: "merge",
  attacks: [strategicPrototype],
  fuzzes: [
    overHttp("merge patches with inherited names, over HTTP", "application/merge-patch+json", mergedTree),
    overHttp(
      "strategic merge patches with inherited names, over HTTP",
      "application/strategic-merge-patch+json",
      strategicTree,
    ),
    jsonPatches,
    mergePatchesMade,
  ],
};
