// Hard pairs that functions convert: over one field and over several, and functions that are wrong.
import type { HardPair } from "./pair-table.ts";

/** The pairs. */
export const functionPairs: readonly HardPair[] = [
  {
    name: "a count that becomes a quantity",
    older: "spec?: { /** @minimum 0 */ memoryMiB?: Int32 }",
    newer: "spec?: { memory?: Quantity }",
    rules: `older: { "spec.memoryMiB": { to: "spec.memory", as: {
      forward: (value: Int32): Quantity => \`\${value}Mi\`,
      back: (value: Quantity): Int32 => Math.min(Number(/^([0-9]+)Mi$/.exec(\`\${value}\`)?.[1] ?? 0), 2147483647) } } }`,
    want: "proved",
  },
  {
    name: "a string that becomes a number",
    older: "spec?: { /** @pattern ^[1-9][0-9]{0,3}$ */ port?: string }",
    newer: "spec?: { port?: Int32 }",
    rules: `older: { "spec.port": { as: {
      forward: (value: string): Int32 => Number(value), back: (value: Int32) => \`\${value}\` }, bounds: "differ" } }`,
    want: "proved",
  },
  {
    name: "strings that become objects",
    older: "spec?: { tags?: string[] }",
    newer: "spec?: { tags?: { name: string; origin?: string }[] }",
    rules: `older: { "spec.tags": { as: {
      forward: (value: readonly string[]) => value.map((name) => ({ name })),
      back: (value: readonly { name: string }[]) => value.map(({ name }) => name) } } }`,
    want: "proved",
  },
  {
    name: "fields that become one",
    older: "spec?: { host?: string; /** @minimum 1\n @maximum 65535 */ port?: Int32 }",
    newer: "spec?: { endpoint?: string }",
    rules: `older: {}, together: { endpoint: {
      older: { host: "spec.host", port: "spec.port" }, newer: { endpoint: "spec.endpoint" },
      as: {
        forward: ({ host, port }: { host?: string; port?: Int32 }) =>
          host === undefined && port === undefined ? {} : { endpoint: \`\${host ?? ""}:\${port ?? ""}\` },
        back: ({ endpoint }: { endpoint?: string }) => {
          const [, host = "", digits] = /^([^:]+)?:([1-9][0-9]{0,4})?$/.exec(endpoint ?? "") ?? [];
          const port = Number(digits);
          return { ...(host === "" ? {} : { host }), ...(port > 0 && port < 65_536 ? { port } : {}) };
        } },
      loses: ({ host }: { host?: string }) => host === "" || host?.includes(":") === true } }`,
    want: "proved",
  },
  {
    name: "fields that become one, in an object whose bounds differ",
    older: "spec?: { at?: { host?: string; name?: string; zone?: string } }",
    newer: "spec?: { at: { /** @maxLength 9 */ zone?: string; endpoint?: string } }",
    rules: `older: { "spec.at": { bounds: "differ" }, "spec.at.zone": { bounds: "differ" } }, together: { endpoint: {
      older: { host: "spec.at.host", name: "spec.at.name" }, newer: { endpoint: "spec.at.endpoint" },
      as: {
        forward: ({ host, name }: { host?: string; name?: string }) =>
          host === undefined && name === undefined ? {} : { endpoint: JSON.stringify([host ?? null, name ?? null]) },
        back: ({ endpoint }: { endpoint?: string }) => {
          const found = /^\\[(null|"[a-z]*"),(null|"[a-z]*")\\]$/.exec(endpoint ?? "");
          const [host, name] = [found?.[1], found?.[2]].map((text) => (text === undefined || text === "null" ? undefined : text.slice(1, -1)));
          return { ...(host === undefined ? {} : { host }), ...(name === undefined ? {} : { name }) };
        } },
      loses: ({ host, name }: { host?: string; name?: string }) => !/^[a-z]*$/.test(host ?? "") || !/^[a-z]*$/.test(name ?? "") } }`,
    want: "proved",
  },
  {
    name: "objects with required fields that become strings together",
    older: "spec?: { disk?: { size: Int32; kind?: string } }",
    newer: "spec?: { disk?: string }",
    rules: `older: {}, together: { disk: {
      older: { disk: "spec.disk" }, newer: { disk: "spec.disk" },
      as: {
        forward: ({ disk }: { disk?: { size: Int32; kind?: string } }) =>
          disk === undefined ? {} : { disk: JSON.stringify([disk.size, disk.kind ?? null]) },
        back: ({ disk }: { disk?: string }) => {
          try {
            const [size, kind]: unknown[] = JSON.parse(disk ?? "");
            if (typeof size !== "number" || size !== Math.trunc(size) || Math.abs(size) > 2147483647) return {};
            return { disk: typeof kind === "string" ? { size, kind } : { size } };
          } catch {
            return {};
          }
        } },
      loses: ({ disk }: { disk?: { size: Int32; kind?: string } }) => disk?.size === -2147483648 } }`,
    want: "proved",
  },
  {
    name: "a name of an object together with fields that may be null",
    older: "spec?: { name?: string }",
    newer: `spec?: { name?: string; tier?: string; model?: string | null; /** @default "a" */ zone?: string }`,
    rules: `older: {}, together: { disk: {
      older: { name: "spec.name" }, newer: { name: "spec.name", tier: "spec.tier", model: "spec.model", zone: "spec.zone" },
      as: {
        forward: ({ name }: { name?: string }) => (name === undefined ? {} : { name }),
        back: ({ name }: { name?: string; tier?: string; model?: string | null; zone?: string }) => (name === undefined ? {} : { name }) } } }`,
    want: "proved",
  },
  {
    name: "a field that becomes several",
    older: "spec?: { /** @pattern ^[a-z]{1,5}(-[a-z]{1,5})?$ */ name: string }",
    newer: "spec?: { /** @pattern ^[a-z]{1,5}$ */ first: string; /** @pattern ^[a-z]{1,5}$ */ last?: string }",
    rules: `older: {}, together: { name: {
      older: { name: "spec.name" }, newer: { first: "spec.first", last: "spec.last" },
      as: {
        forward: ({ name = "" }: { name?: string }) => {
          const [first = "", last] = name.split("-");
          return last === undefined ? { first } : { first, last };
        },
        back: ({ first = "", last }: { first?: string; last?: string }) => ({ name: last === undefined ? first : \`\${first}-\${last}\` }),
      } } }`,
    want: "proved",
  },
  {
    name: "a flag that follows from another field",
    older: `status?: { failed?: boolean; phase?: "Ready" | "Failed" }`,
    newer: `status?: { phase?: "Ready" | "Failed" }`,
    rules: `older: {}, together: { failed: {
      older: { failed: "status.failed", phase: "status.phase" }, newer: { phase: "status.phase" },
      as: {
        forward: ({ phase }: { phase?: "Ready" | "Failed" }) => ({ phase }),
        back: ({ phase }: { phase?: "Ready" | "Failed" }) => (phase === undefined ? {} : { phase, failed: phase === "Failed" }),
      },
      loses: ({ failed, phase }: { failed?: boolean; phase?: "Ready" | "Failed" }) =>
        phase === undefined ? failed !== undefined : failed !== (phase === "Failed") } }`,
    want: "proved",
  },
  {
    name: "a function that rounds",
    older: "spec?: { size?: Int32 }",
    newer: "spec?: { size?: Int32 }",
    rules: `older: { "spec.size": { as: {
      forward: (value: Int32) => value - (value % 10), back: (value: Int32) => value } } }`,
    want: { fails: "spec.size was" },
  },
  {
    name: "functions that are one off",
    older: "spec?: { /** @minimum 0\n @maximum 9 */ size?: Int32 }",
    newer: "spec?: { /** @minimum 0\n @maximum 20 */ size?: Int32 }",
    rules: `older: { "spec.size": { as: {
      forward: (value: Int32) => value + 1, back: (value: Int32) => value }, bounds: "differ" } }`,
    want: { fails: "spec.size was" },
  },
  {
    name: "a function that asks the clock",
    older: "spec?: { at?: Int64 }",
    newer: "spec?: { since?: Int64 }",
    rules: `older: { "spec.at": { to: "spec.since", as: {
      forward: (value: Int64) => Date.now() - Number(value), back: (value: Int64) => value } } }`,
    want: { fails: "Date.now" },
  },
  {
    name: "a function that took the clock when its module was imported",
    older: "spec?: { at?: Int64 }",
    newer: "spec?: { since?: Int64 }",
    rules: `older: { "spec.at": { to: "spec.since", as: {
      forward: (value: Int64) => now() - Number(value), back: (value: Int64) => value } } }`,
    more: "const now = Date.now;",
    want: { fails: "a conversion calls Date.now" },
  },
  {
    name: "a function that reads the environment",
    older: "spec?: { zone?: string }",
    newer: "spec?: { zone?: string }",
    rules: `older: { "spec.zone": { as: {
      forward: (value: string) => \`\${process.env["ZONE"] ?? value}\`, back: (value: string) => value } } }`,
    want: { fails: "a conversion reads process.env" },
  },
  {
    name: "a function that numbers what it sees first",
    older: "spec?: { name?: string }",
    newer: "spec?: { number?: Int32; name?: string }",
    rules: `older: { "spec.name": { to: "spec.number", as: {
      forward: (value: string) => numberOf(value), back: (value: Int32) => names[value] ?? "" } } }, newer: { "spec.name": "added" }`,
    more: `const names: string[] = [];
function numberOf(name: string): number { return names.includes(name) ? names.indexOf(name) : names.push(name) - 1; }`,
    want: { fails: "the result depends on more than the object" },
  },
  {
    name: "a function with a cache",
    older: "spec?: { name?: string }",
    newer: "spec?: { name?: string }",
    rules: `older: { "spec.name": { as: { forward: (value: string) => cached(value), back: (value: string) => value.slice(1) } } }`,
    more: `const known = new Map<string, string>();
function cached(name: string): string { if (!known.has(name)) known.set(name, "x" + name); return known.get(name) ?? ""; }`,
    want: "proved",
  },
  {
    name: "a function that throws",
    older: "spec?: { size?: Int32 }",
    newer: "spec?: { count?: Int32 }",
    rules: `older: { "spec.size": { to: "spec.count", as: {
      forward: (value: Int32) => { if (value > 5) throw new Error("too large"); return value; }, back: (value: Int32) => value } } }`,
    want: { fails: "too large" },
  },
  {
    name: "a function that names a loss that does not happen",
    older: "spec?: { size?: Int32 }",
    newer: "spec?: { count?: Int32 }",
    rules: `older: { "spec.size": { to: "spec.count", as: {
      forward: (value: Int32) => value, back: (value: Int32) => value }, loses: (value: Int32) => value > 0 } }`,
    want: { fails: "never happens" },
  },
  {
    name: "two listed losses, both of which happen",
    older: "spec?: { mode?: string; sites?: Record<string, { kind?: string }> }",
    newer: "spec?: { mode?: string; sites?: Record<string, { kind?: string }> }",
    rules: `older: {
      "spec.mode": { as: { forward: (value: string) => (value === "legacy" || value === "old" ? "Old" : value), back: (value: string) => value }, loses: ["legacy", "old"] },
      "spec.sites[*].kind": { as: { forward: (value: string) => (value === "none" ? undefined : value), back: (value: string) => value }, loses: ["none"] } }`,
    want: "proved",
  },
  {
    name: "two listed losses, of which one happens",
    older: "spec?: { mode?: string }",
    newer: "spec?: { mode?: string }",
    rules: `older: { "spec.mode": { as: {
      forward: (value: string) => (value === "legacy" ? "Old" : value), back: (value: string) => value }, loses: ["legacy", "old"] } }`,
    want: { fails: 'the loss of "old" that the rule of spec.mode declares never happens' },
  },
  {
    name: "two listed losses of an enum, of which one happens",
    older: `spec?: { mode?: "a" | "b" | "c" }`,
    newer: `spec?: { mode?: "X" | "c" }`,
    rules: `older: { "spec.mode": { as: { enum: { a: "X", b: "X" } }, loses: ["b", "c"] } }`,
    want: { fails: 'the loss of "c" that the rule of spec.mode declares never happens' },
  },
  {
    name: "a loss that only an example shows",
    older: "spec?: { disks?: { mode?: string }[] }",
    newer: "spec?: { disks?: { mode?: string }[] }",
    rules: `older: { "spec.disks": { loses: "unmatched" }, "spec.disks[].mode": { as: {
      forward: (value: string) => value.replace(/^legacy$/, "Old"), back: (value: string) => value },
      loses: (value: string) => /^legacy$/.test(value), examples: ["legacy"] } }`,
    want: "proved",
  },
  {
    name: "a loss that no example shows",
    older: "spec?: { mode?: string }",
    newer: "spec?: { mode?: string }",
    rules: `older: { "spec.mode": { as: {
      forward: (value: string) => value.replace(/^legacy$/, "Old"), back: (value: string) => value },
      loses: (value: string) => /^legacy$/.test(value) } }`,
    want: { fails: "add a value that is lost to `examples`" },
  },
  {
    name: "an undeclared loss that only an example shows",
    older: "spec?: { sites?: Record<string, { mode?: string }> }",
    newer: "spec?: { sites?: Record<string, { mode?: string }> }",
    rules: `older: { "spec.sites[*].mode": { as: {
      forward: (value: string) => value.replace(/^legacy$/, "Old"), back: (value: string) => value }, examples: ["legacy"] } }`,
    want: { fails: 'was "legacy" and is "Old"' },
  },
  {
    name: "a loss of two fields together that only an example shows",
    older: "spec?: { host?: string; port?: Int32 }",
    newer: "spec?: { endpoint?: string }",
    rules: `older: {}, together: { endpoint: {
      older: { host: "spec.host", port: "spec.port" }, newer: { endpoint: "spec.endpoint" },
      as: {
        forward: ({ host, port }: { host?: string; port?: Int32 }) =>
          ({ endpoint: /^local$/.test(host ?? "") && String(port) === "80" ? "[]" : JSON.stringify([host ?? null, port ?? null]) }),
        back: ({ endpoint = "" }: { endpoint?: string }) => {
          const found = /^\\[(null|"(?:[^"\\\\]|\\\\.)*"),(null|-?[0-9]{1,9})\\]$/.exec(endpoint);
          const [host, port] = [found?.[1], found?.[2]].map((text) => (text === undefined ? null : JSON.parse(text)));
          return { ...(host === null ? {} : { host }), ...(port === null ? {} : { port }) };
        } },
      loses: ({ host, port }: { host?: string; port?: Int32 }) =>
        (/^local$/.test(host ?? "") && String(port) === "80") || Math.abs(port ?? 0) > 999999999 || (host === undefined && port === undefined),
      examples: [{ host: "local", port: 80 }] } }`,
    want: "proved",
  },
  {
    name: "bounds that only an example of the newer version shows",
    older: "spec?: { /** @pattern ^[^#]*$ */ mode?: string }",
    newer: "spec?: { mode?: string }",
    rules: `older: { "spec.mode": { as: { forward: (value: string) => value, back: (value: string) => value.replace(/^current$/, "#") },
      bounds: "differ", examplesOfNewer: ["current"] } }`,
    want: "proved",
  },
  {
    name: "an example that the field rejects",
    older: "spec?: { mode?: string }",
    newer: "spec?: { level?: string }",
    rules: `older: { "spec.mode": { to: "spec.level", examples: [1] } }`,
    want: "conversion/wrong-example",
  },
  {
    name: "a name in the code of a function",
    older: "spec?: { mode?: string }",
    newer: "spec?: { mode?: string }",
    rules: `older: { "spec.mode": { as: {
      forward: (value: string) => { if (value === "legacy") return ""; return value; }, back: (value: string) => value } } }`,
    want: { fails: 'spec.mode was "legacy" and is ""' },
  },
  {
    name: "a name in the code of the function back",
    older: "spec?: { mode?: string }",
    newer: "spec?: { /** @minLength 1 */ mode?: string }",
    rules: `older: { "spec.mode": { as: {
      forward: (value: string) => value || "none", back: (value: string) => (value === "none" ? "" : value === "current" ? "legacy" : value) }, loses: ["none"] } }`,
    want: { fails: 'spec.mode was "current" and is "legacy"' },
  },
  {
    name: "a number in the code of a function, in elements of a list",
    older: "spec?: { sizes?: { gib?: Int64 }[] }",
    newer: "spec?: { sizes?: { gib?: Int64 }[] }",
    rules: `older: { "spec.sizes": { as: {
      forward: (value: { gib?: Int64 }[]) => value.map(({ gib, ...rest }) => (gib === 123456789 ? rest : { ...rest, ...(gib === undefined ? {} : { gib }) })),
      back: (value: { gib?: Int64 }[]) => value } } }`,
    want: { fails: "gib was 123456789 and is absent" },
  },
  {
    name: "a name that a function of losses asks for",
    older: "spec?: { mode?: string }",
    newer: "spec?: { mode?: string }",
    rules: `older: { "spec.mode": { as: {
      forward: (value: string) => (value === "legacy" ? "" : value), back: (value: string) => value }, loses: (value: string) => value === "legacy" } }`,
    want: "proved",
  },
  {
    name: "a rule for several fields in two lists",
    older: "spec?: { a?: string; list?: { b?: string }[] }",
    newer: "spec?: { c?: string; list?: { d?: string }[] }",
    rules: `older: {}, together: { both: { older: { a: "spec.a", b: "spec.list[].b" }, newer: { c: "spec.c", d: "spec.list[].d" },
      as: { forward: () => ({}), back: () => ({}) } } }`,
    want: "conversion/across-elements",
  },
  {
    name: "lines that become named values, by functions over the whole list",
    older: "spec?: { settings?: string[] }",
    newer: "spec?: { settings?: { name: string; value: string }[] }",
    rules: `older: { "spec.settings": {
      as: {
        forward: (lines: string[]) =>
          lines.map((line) => ({ name: line.split("=", 1)[0] ?? "", value: line.slice(line.indexOf("=") + 1) })),
        back: (settings: { name: string; value: string }[]) => settings.map(({ name, value }) => \`\${name}=\${value}\`),
      },
      loses: (lines: string[]) => lines.some((line) => !line.includes("=")) } }`,
    want: "proved",
  },
  {
    name: "functions move a default of an older hub into an object that is always there",
    older: `spec: { /** @default "x" */ c?: string; z?: string }`,
    newer: `spec: { z?: string; o2: { c?: string } }`,
    rules: `hub: "older", older: { "spec.c": { to: "spec.o2.c", as: { forward: (v: string): string => v, back: (v: string): string => v } } }`,
    want: { fails: "the object is not valid in g.io/v2: spec.o2: Required value" },
  },
  {
    name: "functions of several fields do",
    older: `spec: { /** @default "x" */ c?: string; z?: string }`,
    newer: `spec: { z?: string; o2: { c?: string } }`,
    rules: `hub: "older", older: {}, together: { a: { older: { x: "spec.c" }, newer: { x: "spec.o2.c" },
      as: { forward: ({ x }: { x?: string }) => ({ x }), back: ({ x }: { x?: string }) => ({ x }) } } }`,
    want: { fails: "the object is not valid in g.io/v2: spec.o2: Required value" },
  },
  {
    name: "functions move a default that both versions have",
    older: `spec: { /** @default "x" */ c?: string; z?: string }`,
    newer: `spec: { z?: string; /** @default {} */ o2?: { /** @default "x" */ c?: string } }`,
    rules: `hub: "older", older: { "spec.c": { to: "spec.o2.c", as: { forward: (v: string): string => v, back: (v: string): string => v } } }`,
    want: "proved",
  },
];
