// The command line itself: help, usage errors, formats, explain.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TemporaryProject } from "../test/temporary-project.ts";

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
});
afterEach(() => at[Symbol.dispose]());

const capstan = (...argv: string[]): ReturnType<TemporaryProject["capstan"]> => at.capstan(argv);

describe("the command line", () => {
  test("help names every verb and exits 0", async () => {
    const { code, text } = await capstan("--help");
    expect(code).toBe(0);
    for (const verb of ["generate", "import", "bundle", "dev", "explain", "doctor"])
      expect(text).toContain(`\n  ${verb} `);
  });

  test("help of a verb, in both forms", async () => {
    const { code, text } = await capstan("help", "generate");
    expect([code, text.split("\n")[0]]).toEqual([0, "Usage: capstan generate [options] [paths...]"]);
    expect(await capstan("generate", "--help")).toEqual({ code, text });
    expect(await capstan("help")).toEqual(await capstan("--help"));
  });

  test.each(["--version", "-v"])("version: %s", async (option) => {
    expect(await capstan(option)).toEqual({ code: 0, text: "1.2.3\n" });
  });

  test.each([
    [
      [],
      "capstan\nerror cli/usage: name a command: generate, import, bundle, dev, call, record, plan, describe, explain, doctor\n1 error\nnext: capstan --help\n",
    ],
    [
      ["genrate"],
      "capstan genrate\nerror cli/usage: unknown command 'genrate'; did you mean \"generate\"?\n1 error\nnext: capstan --help\n",
    ],
    [
      ["dvelop"],
      "capstan dvelop\nerror cli/usage: unknown command 'dvelop'; did you mean \"dev\"?\n1 error\nnext: capstan --help\n",
    ],
    [
      ["hepl"],
      "capstan hepl\nerror cli/usage: unknown command 'hepl'; did you mean \"help\"?\n1 error\nnext: capstan --help\n",
    ],
    [
      ["help", "develop"],
      "capstan help develop\nerror cli/usage: unknown command 'develop'; did you mean \"dev\"?\n1 error\nnext: capstan --help\n",
    ],
    [
      ["help", "genrate"],
      "capstan help genrate\nerror cli/usage: unknown command 'genrate'; did you mean \"generate\"?\n1 error\nnext: capstan --help\n",
    ],
    [
      ["help", "nope"],
      "capstan help nope\nerror cli/usage: unknown command 'nope': the commands are generate, import, bundle, dev, call, record, plan, describe, explain, doctor\n1 error\nnext: capstan --help\n",
    ],
    [
      ["frobnicate"],
      "capstan frobnicate\nerror cli/usage: unknown command 'frobnicate': the commands are generate, import, bundle, dev, call, record, plan, describe, explain, doctor\n1 error\nnext: capstan --help\n",
    ],
    [
      ["bundle", "--frob"],
      "capstan bundle --frob\nerror cli/usage: unknown option '--frob'\n1 error\nnext: capstan bundle --help\n",
    ],
    [
      ["import"],
      "capstan import\nerror cli/usage: missing required argument 'files'\n1 error\nnext: capstan import --help\n",
    ],
    [
      ["explain", "--format", "xml"],
      "capstan explain --format xml\nerror cli/usage: option '--format <format>' argument 'xml' is invalid. Allowed choices are pretty, json, sarif, github\n1 error\nnext: capstan explain --help\n",
    ],
  ])("%j is a usage error", async (argv, text) => {
    expect(await capstan(...argv)).toEqual({ code: 2, text });
  });
});

describe("explain", () => {
  test("prints a page", async () => {
    expect(await capstan("explain", "template/name")).toEqual({
      code: 0,
      text: [
        "template/name",
        "",
        'error: "<file>" has a name clusterctl does not look for',
        "",
        "clusterctl requests exactly these names from the repository; a file with another",
        "name is never read.",
        "",
        "Help: name it cluster-template.yaml, cluster-template-<flavor>.yaml or",
        "clusterclass-<class>.yaml.",
        "\n",
      ].join("\n"),
    });
  });

  test("accepts a code as it is printed, with a colon", async () => {
    expect(await capstan("explain", "template/name:")).toEqual(await capstan("explain", "template/name"));
  });

  test.each([
    ["InfraMachin", "InfraMachine"],
    ["infra", "InfraCluster"],
    ["inframachinepol", "InfraMachinePool"],
    ["rbca", "rbac"],
    ["envsubs", "envsubst"],
  ])("suggests for the unknown name %s the name %s", async (name, near) => {
    const { code, text } = await capstan("explain", name);
    expect([code, ...text.trimEnd().split("\n")]).toEqual([
      1,
      name,
      `error cli/unknown-code: there is no page for "${name}"; did you mean "${near}"?`,
      "  help: run capstan explain for a list of all areas",
      "1 error",
      `next: capstan explain ${near}`,
    ]);
  });

  test.each(["rbac", "rbac/"])("lists the codes of the area %s", async (area) => {
    expect(await capstan("explain", area)).toEqual({
      code: 0,
      text: [
        "1 code",
        "  rbac/undeclared: <kind> is not declared in `watches`",
        "next: capstan explain rbac/undeclared",
        "",
      ].join("\n"),
    });
  });

  test("says of a rule of the contracts what it demands and what enforces it", async () => {
    const page = async (code: string): Promise<string> => {
      const { text } = await capstan("explain", code);
      return text.replaceAll(/\s+/g, " ").trim();
    };
    expect(await page("inframachine/finalizer-first")).toBe(
      "inframachine/finalizer-first The finalizer is stored before anything outside of the cluster is created. The contract demands it. Enforced by the kit.",
    );
    expect(await page("infracluster/multi-tenancy")).toContain("Nothing checks it: it defines a word for people.");
    expect(await page("ipam/pool-conditions")).toMatch(
      /^ipam\/pool-conditions error: .* The contract advises it\. Enforced by the compiler\. Help: add /,
    );
    expect(await page("inframachine/provider-id")).toContain(
      "Enforced by the compiler. Not checked: that the ID equals",
    );
  });

  test.each(["InfraMachine", "inframachine"])("shows the fields and rules of the kind %s", async (name) => {
    const { code, text } = await capstan("explain", name);
    const lines = text.split("\n");
    expect([code, ...lines.slice(0, 3)]).toEqual([
      0,
      "InfraMachine",
      "The infrastructure of a Machine: a server in a cloud, or a computer.",
      "Defined with defineInfraMachine, with a name that ends in Machine.",
    ]);
    expect(lines).toContain(
      "  v1beta2 spec.providerID: a string, must be declared, and be optional; set by the provider, read by core, which keeps it in Machine.spec.providerID (inframachine/provider-id)",
    );
    expect(lines).toContain(
      "  Waits for: the infrastructure of the Cluster, then the name of the bootstrap data's Secret",
    );
    expect(lines).toContain(
      "  inframachine/pausing: Nothing changes while `spec.paused` of the Cluster is true or the object has the annotation cluster.x-k8s.io/paused, whatever its value",
    );
  });

  test("lists one line for each code, also for messages of several lines and messages that are only filled in", async () => {
    const areas = (await capstan("explain")).text.split("\n").slice(1, -2);
    const texts = await Promise.all(
      areas.map(async (row) => (await capstan("explain", row.trim().split(" ")[0] ?? "")).text),
    );
    // The page of an area that is a kind, too, begins with the kind.
    const lists = texts.filter((text) => /^\d+ codes?\n/.test(text));
    const lines = lists.flatMap((text) => text.split("\n").slice(1, -2));
    expect(lines).toContain('  core-sim/goal: "<goal>" was not reached in <steps> steps <state>');
    expect(lines).toContain("  cli/usage: The command line was not understood");
    expect(lines.length).toBeGreaterThan(300);
    expect(lines.filter((line) => !/^  [a-z-]+\/[a-z-]+: \S.*$/.test(line))).toEqual([]);
  });

  test.each([
    ["template/nam", '"template/name"', "template/name", "template"],
    [
      "contract/provider-id",
      '"inframachine/provider-id" or "inframachinepool/provider-id" or "core-sim/provider-id"',
      "inframachine/provider-id",
      "contract",
    ],
    [
      "core_sim/provider-id",
      '"core-sim/provider-id" or "inframachine/provider-id" or "inframachinepool/provider-id"',
      "core-sim/provider-id",
      undefined,
    ],
    ["crd/unknown-tag", '"model/unknown-tag"', "model/unknown-tag", "crd"],
  ])("of %s suggests %s", async (code, names, next, area) => {
    const list =
      area === undefined ? "capstan explain for a list of all areas" : `capstan explain ${area} for its codes`;
    expect(await capstan("explain", code)).toEqual({
      code: 1,
      text: `${code}\nerror cli/unknown-code: there is no page for "${code}"; did you mean ${names}?\n  help: run ${list}\n1 error\nnext: capstan explain ${next}\n`,
    });
  });

  test.each([
    ["model/unknown-tag", 'error: there is no tag "@<tag>"'],
    [
      "model/template-of",
      'error: the first argument of defineTemplate is not a kind defined by this project: "<name>"',
    ],
    ["crd/pattern", "error: <what>"],
  ])("shows what the message of %s fills in", async (code, line) => {
    expect((await capstan("explain", code)).text.split("\n\n")[1]?.replace("\n", " ")).toBe(line);
  });

  test("of a code in an area that there is, names the area", async () => {
    expect((await capstan("explain", "doctor/nope")).text).toBe(
      'doctor/nope\nerror cli/unknown-code: there is no page for "doctor/nope"\n  help: run capstan explain doctor for its codes\n1 error\nnext: capstan explain doctor\n',
    );
  });

  test("without a code lists the areas, with their messages in each, and all codes for programs", async () => {
    const { code, text } = await capstan("explain");
    const lines = text.split("\n");
    expect([code, lines[0]]).toEqual([0, expect.stringMatching(/^\d+ codes in \d+ areas$/)]);
    expect(lines.find((line) => line.startsWith("  rbac "))).toMatch(/^ {2}rbac +1 code$/);
    expect((await capstan("explain", "template")).text.split("\n")).toContain(
      '  template/class-name: the file must contain exactly one ClusterClass, named "<name>", but contains <found>',
    );
    const { codes }: { readonly codes: readonly object[] } = JSON.parse(
      (await capstan("explain", "--format", "json")).text,
    );
    expect(codes.length).toBeGreaterThan(500);
  });

  test("the codes of its help and of its last line have pages", async () => {
    const help = (await capstan("explain", "--help")).text;
    const list = (await capstan("explain")).text;
    const [example = ""] = /(?<=for example )[\w/-]+/.exec(help.replace(/\s+/g, " ")) ?? [];
    const [next = ""] = /(?<=next: capstan explain )\S+/.exec(list) ?? [];
    for (const code of [example, next]) expect(await capstan("explain", code)).toMatchObject({ code: 0 });
  });
});

describe("formats", () => {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ["github", ['::error title=cli/no-project::there is no package.json in "<root>" or above it%0Ahelp: change to']],
    ["json", ['"code": "cli/no-project"', '"exitCode": 1']],
    ["sarif", ['"ruleId": "cli/no-project"', '"version": "2.1.0"']],
  ];
  test.each(["pretty", "github"])("%s: a file name with a line of its own forges none", async (format) => {
    const name = "x\n::error::forged\n.yaml";
    for (const argv of [
      ["import", name],
      ["generate", name],
    ])
      expect((await capstan(...argv, "--format", format)).text).not.toMatch(/^::error::forged/m);
  });
  test.each(rows)("%s", async (format, parts) => {
    const { code, text } = await capstan("bundle", "--format", format);
    expect(code).toBe(1);
    for (const part of parts) expect(text).toContain(part);
  });
});
