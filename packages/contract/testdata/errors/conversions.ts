// Conversions that leave a field out, or name one that is not there.
import type { Int32, KubeObject, Quantity } from "@capstan/kube";
import { defineConversion, type Conversion } from "@capstan/contract/conversion";

interface Older extends KubeObject<"g.io/v1", "Foo"> {
  spec?: {
    timeout?: string;
    strategy?: string;
    gone?: string;
    choice?: { kind: "a"; a: string } | { kind: "b"; b: string };
  };
}
interface Newer extends KubeObject<"g.io/v2", "Foo"> {
  spec?: {
    timeoutSeconds?: Int32;
    rollout?: { strategy?: string };
    tier?: string;
    choice?: { kind: "a"; a: string } | { kind: "b"; b?: string };
  };
}
const rest = { "spec.strategy": { to: "spec.rollout.strategy" }, "spec.gone": "removed", "spec.choice": { to: "spec.choice", as: "dropEmpty" } } as const;
const timeout = { "spec.timeout": { to: "spec.timeoutSeconds", as: "seconds" } } as const;

export const leftOut: Conversion<Older, Newer> = defineConversion({
  // error: Property '"spec.timeout"' is missing in type '{ "spec.strategy": { readonly to: "spec.rollout.strategy"; }; "spec.gone": "removed"; "spec.choice": { readonly to: "spec.choice"; readonly as: "dropEmpty"; }; }' but required in type 'CheckedRules<Older, Newer, { "spec.strategy": { readonly to: "spec.rollout.strategy"; }; "spec.gone": "removed"; "spec.choice": { readonly to: "spec.choice"; readonly as: "dropEmpty"; }; }, "spec.timeout", "newer">'.
  older: { ...rest },
  newer: { "spec.tier": "added", "spec.timeoutSeconds": "added" },
});
// error(5.8, 6): Argument of type '{ older: { "spec.timeout": { readonly to: "spec.timeoutSeconds"; readonly as: "seconds"; }; "spec.strategy": { readonly to: "spec.rollout.strategy"; }; "spec.gone": "removed"; "spec.choice": { readonly to: "spec.choice"; readonly as: "dropEmpty"; }; }; }' is not assignable to parameter of type '{ readonly hub?: "newer"; readonly strategy?: "None"; readonly older?: CheckedRules<Older, Newer, { "spec.timeout": { readonly to: "spec.timeoutSeconds"; readonly as: "seconds"; }; "spec.strategy": { ...; }; "spec.gone": "removed"; "spec.choice": { ...; }; }, never, "newer">; readonly newer?: {}; readonly together?:...'.
//   Property 'newer' is missing in type '{ older: { "spec.timeout": { readonly to: "spec.timeoutSeconds"; readonly as: "seconds"; }; "spec.strategy": { readonly to: "spec.rollout.strategy"; }; "spec.gone": "removed"; "spec.choice": { readonly to: "spec.choice"; readonly as: "dropEmpty"; }; }; }' but required in type '{ readonly newer: { readonly "spec.tier": NewerRule; }; }'.
// error(7): Argument of type '{ older: { "spec.strategy": { readonly to: "spec.rollout.strategy"; }; "spec.gone": "removed"; "spec.choice": { readonly to: "spec.choice"; readonly as: "dropEmpty"; }; "spec.timeout": { readonly to: "spec.timeoutSeconds"; readonly as: "seconds"; }; }; }' is not assignable to parameter of type '{ readonly hub?: "newer"; readonly strategy?: "None"; readonly older?: CheckedRules<Older, Newer, { "spec.strategy": { readonly to: "spec.rollout.strategy"; }; "spec.gone": "removed"; "spec.choice": { ...; }; "spec.timeout": { ...; }; }, never, "newer">; readonly newer?: {}; readonly together?: CheckedGroups<...>; }...'.
//   Property 'newer' is missing in type '{ older: { "spec.strategy": { readonly to: "spec.rollout.strategy"; }; "spec.gone": "removed"; "spec.choice": { readonly to: "spec.choice"; readonly as: "dropEmpty"; }; "spec.timeout": { readonly to: "spec.timeoutSeconds"; readonly as: "seconds"; }; }; }' but required in type '{ readonly newer: { readonly "spec.tier": NewerRule; }; }'.
export const newerLeftOut: Conversion<Older, Newer> = defineConversion({
  older: { ...rest, ...timeout },
});
export const unionLeftOut: Conversion<Older, Newer> = defineConversion({
  // error: Property '"spec.choice.b"' is missing in type '{ "spec.timeout": { readonly to: "spec.timeoutSeconds"; readonly as: "seconds"; }; "spec.strategy": { to: "spec.rollout.strategy"; }; "spec.gone": "removed"; }' but required in type 'CheckedRules<Older, Newer, { "spec.timeout": { readonly to: "spec.timeoutSeconds"; readonly as: "seconds"; }; "spec.strategy": { to: "spec.rollout.strategy"; }; "spec.gone": "removed"; }, "spec.choice.b", "newer">'.
  older: { "spec.strategy": { to: "spec.rollout.strategy" }, "spec.gone": "removed", ...timeout },
  newer: { "spec.tier": "added", "spec.choice": "added" },
});
export const wrongTarget: Conversion<Older, Newer> = defineConversion({
  older: {
    ...timeout,
    // error: Type '"spec.rollout.strategyy"' is not assignable to type '"spec.rollout.strategy"'.
    "spec.strategy": { to: "spec.rollout.strategyy" },
    "spec.gone": "removed",
    "spec.choice": { as: "dropEmpty" },
  },
  newer: { "spec.tier": "added", "spec.rollout": "added" },
});
export const noForm: Conversion<Older, Newer> = defineConversion({
  older: {
    ...rest,
    // error: Property 'as' is missing in type '{ to: "spec.timeoutSeconds"; }' but required in type 'MoveAsRule<"spec.timeoutSeconds">'.
    "spec.timeout": { to: "spec.timeoutSeconds" },
  },
  newer: { "spec.tier": "added" },
});
export const noSuchField: Conversion<Older, Newer> = defineConversion({
  older: {
    ...rest,
    ...timeout,
    // error: Type '"removed"' is not assignable to type '"conversion/no-such-field: the older version has no spec.strategyy: remove the rule or correct the path"'.
    "spec.strategyy": "removed",
  },
  newer: { "spec.tier": "added" },
});
export const noSuchForm: Conversion<Older, Newer> = defineConversion({
  older: {
    ...rest,
    // error: Type '"secnds"' is not assignable to type 'ValueOp'. Did you mean '"seconds"'?
    "spec.timeout": { to: "spec.timeoutSeconds", as: "secnds" },
  },
  newer: { "spec.tier": "added" },
});

interface OlderValues extends KubeObject<"g.io/v1", "Foo"> {
  spec?: { size?: Int32; port?: string };
}
interface NewerValues extends KubeObject<"g.io/v2", "Foo"> {
  spec?: { size?: string; port: Int32 };
}
const size = { "spec.size": { as: { forward: (value: Int32) => `${value}`, back: (value: string) => Number(value) } } } as const;
const port = { "spec.port": { as: { forward: (value: string) => value.length, back: (value: Int32) => `${value}` }, default: 1 } } as const;

export const wrongParameter: Conversion<OlderValues, NewerValues> = defineConversion({
  older: {
    ...port,
    // error: Type '(value: string) => string' is not assignable to type '(value: number & Brand<"Int32">, context: FunctionContext) => string | undefined'.
    //   Types of parameters 'value' and 'value' are incompatible.
    //     Type 'number & Brand<"Int32">' is not assignable to type 'string'.
    "spec.size": { as: { forward: (value: string) => value, back: (value: string) => Number(value) } },
  },
});
export const wrongResult: Conversion<OlderValues, NewerValues> = defineConversion({
  older: {
    ...port,
    // error: Type '(value: Int32) => Int32' is not assignable to type '(value: number & Brand<"Int32">, context: FunctionContext) => string | undefined'.
    //   Type 'Int32' is not assignable to type 'string | undefined'.
    "spec.size": { as: { forward: (value: Int32) => value, back: (value: string) => Number(value) } },
  },
});
export const promised: Conversion<OlderValues, NewerValues> = defineConversion({
  older: {
    ...port,
    // error: Type '(value: Int32) => Promise<string>' is not assignable to type '(value: number & Brand<"Int32">, context: FunctionContext) => string | undefined'.
    //   Type 'Promise<string>' is not assignable to type 'string'.
    "spec.size": { as: { forward: (value: Int32) => Promise.resolve(`${value}`), back: (value: string) => Number(value) } },
  },
});
export const noWayBack: Conversion<OlderValues, NewerValues> = defineConversion({
  older: {
    ...port,
    // error: Property 'back' is missing in type '{ forward: (value: Int32) => string; }' but required in type 'ValueFunctions<number & Brand<"Int32">, string, string | undefined, (number & Brand<"Int32">) | undefined>'.
    "spec.size": { as: { forward: (value: Int32) => `${value}` } },
  },
});
export const requiredLost: Conversion<OlderValues, NewerValues> = defineConversion({
  older: {
    ...size,
    "spec.port": {
      // error: Type '(value: string) => number | undefined' is not assignable to type '(value: string, context: FunctionContext) => NonNullable<Int32>'.
      //   Type 'number | undefined' is not assignable to type 'NonNullable<Int32>'.
      //     Type 'undefined' is not assignable to type 'NonNullable<Int32>'.
      //       Type 'undefined' is not assignable to type 'number'.
      as: { forward: (value: string) => (value === "" ? undefined : value.length), back: (value: Int32) => `${value}` },
      default: 1,
    },
  },
});
export const untyped: Conversion<OlderValues, NewerValues> = defineConversion({
  older: {
    ...port,
    // error: Type '(value: never) => any' is not assignable to type '(value: number & Brand<"Int32">, context: FunctionContext) => string | undefined'.
    //   Types of parameters 'value' and 'value' are incompatible.
    //     Type 'number & Brand<"Int32">' is not assignable to type 'never'.
    // error: Property 'toString' does not exist on type 'never'.
    "spec.size": { as: { forward: (value) => value.toString(), back: (value: string) => Number(value) } },
  },
});
export const wrongLosses: Conversion<OlderValues, NewerValues> = defineConversion({
  older: {
    ...port,
    // error: Type '(value: string) => value is ""' is not assignable to type 'DeclaredLosses<number & Brand<"Int32">>'.
    //   Type '(value: string) => value is ""' is not assignable to type '(value: number & Brand<"Int32">) => boolean'.
    //     Types of parameters 'value' and 'value' are incompatible.
    //       Type 'number & Brand<"Int32">' is not assignable to type 'string'.
    "spec.size": { ...size["spec.size"], loses: (value: string) => value === "" },
  },
});
export const wrongLossesOfNewer: Conversion<OlderValues, NewerValues> = defineConversion({
  hub: "older",
  older: {
    ...port,
    // error: Type '(value: Int32) => boolean' is not assignable to type 'DeclaredLosses<string>'.
    //   Type '(value: Int32) => boolean' is not assignable to type '(value: string) => boolean'.
    //     Types of parameters 'value' and 'value' are incompatible.
    //       Type 'string' is not assignable to type 'Int32'.
    //         Type 'string' is not assignable to type 'number'.
    "spec.size": { ...size["spec.size"], loses: (value: Int32) => value === 0 },
  },
});

interface OlderAddress extends KubeObject<"g.io/v1", "Foo"> {
  spec?: { host?: string; port?: Int32 };
}
interface NewerAddress extends KubeObject<"g.io/v2", "Foo"> {
  spec?: { endpoint: string };
}
interface Parts {
  host?: string;
  port?: Int32;
}
const merge = { forward: ({ host = "" }: Parts) => ({ endpoint: host }), back: ({ endpoint = "" }: { endpoint?: string }) => ({ host: endpoint }) };

export const wrongPath: Conversion<OlderAddress, NewerAddress> = defineConversion({
  // error: Property '"spec.host"' is missing in type '{ "spec.port": "removed"; }' but required in type 'CheckedRules<OlderAddress, NewerAddress, { "spec.port": "removed"; }, "spec.host", "newer">'.
  older: { "spec.port": "removed" },
  together: {
    // error(5.8, 6): Type '"spec.hosts"' is not assignable to type '"spec.port" | "spec.host"'. Did you mean '"spec.host"'?
    // error(5.8, 6): Type '{ forward: ({ host }: Parts) => { endpoint: string; }; back: ({ endpoint }: { endpoint?: string; }) => { host: string; }; }' is not assignable to type 'ValueFunctions<Values<OlderAddress, { host: "spec.hosts"; }>, Values<NewerAddress, { endpoint: "spec.endpoint"; }>, Results<NewerAddress, { ...; }>, Results<...>>'.
    //   The types returned by 'back(...)' are incompatible between these types.
    //     Type '{ host: string; }' is not assignable to type 'Results<OlderAddress, { host: "spec.hosts"; }>'.
    //       Type '{ host: string; }' is not assignable to type '{ readonly host?: undefined; }'.
    //         Types of property 'host' are incompatible.
    //           Type 'string' is not assignable to type 'undefined'.
    // error(7): Type '"spec.hosts"' is not assignable to type '"spec.host" | "spec.port"'. Did you mean '"spec.host"'?
    // error(7): Type '{ forward: ({ host }: Parts) => { endpoint: string; }; back: ({ endpoint }: { endpoint?: string; }) => { host: string; }; }' is not assignable to type 'ValueFunctions<Values<OlderAddress, { host: "spec.hosts"; }>, Values<NewerAddress, { endpoint: "spec.endpoint"; }>, Results<...>, Results<...>>'.
    //   The types returned by 'back(...)' are incompatible between these types.
    //     Type '{ host: string; }' is not assignable to type 'Results<OlderAddress, { host: "spec.hosts"; }>'.
    //       Type '{ host: string; }' is not assignable to type '{ readonly host?: undefined; }'.
    //         Types of property 'host' are incompatible.
    //           Type 'string' is not assignable to type 'undefined'.
    endpoint: { older: { host: "spec.hosts" }, newer: { endpoint: "spec.endpoint" }, as: merge },
  },
});
export const notNamed: Conversion<OlderAddress, NewerAddress> = defineConversion({
  // error: Type '{}' is not assignable to type 'CheckedRules<OlderAddress, NewerAddress, {}, "spec.port", "newer"> & { readonly "spec.port": OlderRule; }'.
  //   Property '"spec.port"' is missing in type '{}' but required in type 'CheckedRules<OlderAddress, NewerAddress, {}, "spec.port", "newer">'.
  older: {},
  together: { endpoint: { older: { host: "spec.host" }, newer: { endpoint: "spec.endpoint" }, as: merge } },
});
export const noRequired: Conversion<OlderAddress, NewerAddress> = defineConversion({
  older: {},
  together: {
    endpoint: {
      older: { host: "spec.host", port: "spec.port" },
      newer: { endpoint: "spec.endpoint" },
      // error: Type '({ host }: Parts) => { endpoint: string | undefined; }' is not assignable to type '(value: Values<OlderAddress, { host: "spec.host"; port: "spec.port"; }>, context: FunctionContext) => Results<NewerAddress, { ...; }>'.
      //   Type '{ endpoint: string | undefined; }' is not assignable to type 'Results<NewerAddress, { endpoint: "spec.endpoint"; }>'.
      //     Type '{ endpoint: string | undefined; }' is not assignable to type '{ readonly endpoint: string; }'.
      //       Types of property 'endpoint' are incompatible.
      //         Type 'string | undefined' is not assignable to type 'string'.
      //           Type 'undefined' is not assignable to type 'string'.
      as: { ...merge, forward: ({ host }: Parts) => ({ endpoint: host }) },
    },
  },
});
export const neverAbsent: Conversion<OlderAddress, NewerAddress> = defineConversion({
  older: {},
  together: {
    endpoint: {
      older: { host: "spec.host", port: "spec.port" },
      newer: { endpoint: "spec.endpoint" },
      // error: Type '({ host }: { host: string; }) => { endpoint: string; }' is not assignable to type '(value: Values<OlderAddress, { host: "spec.host"; port: "spec.port"; }>, context: FunctionContext) => Results<NewerAddress, { ...; }>'.
      //   Types of parameters '__0' and 'value' are incompatible.
      //     Type 'Values<OlderAddress, { host: "spec.host"; port: "spec.port"; }>' is not assignable to type '{ host: string; }'.
      //       Property 'host' is optional in type 'Values<OlderAddress, { host: "spec.host"; port: "spec.port"; }>' but required in type '{ host: string; }'.
      as: { ...merge, forward: ({ host }: { host: string }) => ({ endpoint: host }) },
    },
  },
});

interface OlderTexts extends KubeObject<"g.io/v1", "Foo"> {
  spec?: { memory?: Quantity; port?: string; enabled?: boolean };
}
interface NewerTexts extends KubeObject<"g.io/v2", "Foo"> {
  spec?: { memoryMiB?: Int32; port?: Int32; mode?: "On" | "Off" };
}
const memory = { "spec.memory": { to: "spec.memoryMiB", as: { quantity: "Mi" }, loses: "inexact" } } as const;
const number = { "spec.port": { as: "digits", loses: "inexact" } } as const;
const enabled = { "spec.enabled": { to: "spec.mode", as: { enum: { true: "On", false: "Off" } } } } as const;

export const unitOfBytes: Conversion<OlderTexts, NewerTexts> = defineConversion({
  older: {
    ...number,
    ...enabled,
    // error: Type 'number' is not assignable to type 'string'.
    "spec.memory": { to: "spec.memoryMiB", as: { quantity: 1024 }, loses: "inexact" },
  },
});
export const noSuchLosses: Conversion<OlderTexts, NewerTexts> = defineConversion({
  older: {
    ...memory,
    ...enabled,
    // error(5.8): Type '"rounded"' is not assignable to type '"order" | DeclaredLosses<never> | "inexact" | "others" | "repeated" | undefined'.
    // error(6): Type '{ as: "digits"; loses: "rounded"; }' is not assignable to type 'OlderRule'.
    //   Types of property 'loses' are incompatible.
    //     Type '"rounded"' is not assignable to type '"order" | DeclaredLosses<never> | "inexact" | "others" | "repeated" | "unmatched" | undefined'.
    // error(7): Type '{ as: "digits"; loses: "rounded"; }' is not assignable to type 'OlderRule'.
    //   Types of property 'loses' are incompatible.
    //     Type '"rounded"' is not assignable to type '"inexact" | "order" | "others" | "repeated" | "unmatched" | DeclaredLosses<never> | undefined'.
    "spec.port": { as: "digits", loses: "rounded" },
  },
});
export const tableOfLists: Conversion<OlderTexts, NewerTexts> = defineConversion({
  older: {
    ...memory,
    ...number,
    // error: Type 'string[]' is not assignable to type 'string | number | boolean'.
    // error: Type 'string[]' is not assignable to type 'string | number | boolean'.
    "spec.enabled": { to: "spec.mode", as: { enum: { true: ["On"], false: ["Off"] } } },
  },
});
export const textWithoutForm: Conversion<OlderTexts, NewerTexts> = defineConversion({
  older: {
    ...number,
    ...enabled,
    // error: Property 'as' is missing in type '{ to: "spec.memoryMiB"; }' but required in type 'MoveAsRule<"spec.memoryMiB">'.
    "spec.memory": { to: "spec.memoryMiB" },
  },
});
export const inexactFunctions: Conversion<OlderTexts, NewerTexts> = defineConversion({
  older: {
    ...memory,
    ...enabled,
    // error: Type 'string' is not assignable to type 'DeclaredLosses<string>'.
    "spec.port": { as: { forward: (value: string) => value.length, back: (value: Int32) => `${value}` }, loses: "inexact" },
  },
});

interface OlderNamed extends KubeObject<"g.io/v1", "Foo"> {
  spec?: { gone?: string };
}
interface NewerNamed extends KubeObject<"g.io/v2", "Foo"> {
  spec?: { added?: string };
}
// error: Argument of type '{ newer: { "spec.added": "added"; }; }' is not assignable to parameter of type '{ readonly hub?: "newer"; readonly strategy?: "None"; readonly older?: CheckedRules<OlderNamed, NewerNamed, {}, "spec.gone", "newer">; readonly newer?: { ...; }; readonly together?: CheckedGroups<...>; } & { ...; }'.
//   Property 'older' is missing in type '{ newer: { "spec.added": "added"; }; }' but required in type '{ readonly older: { readonly "spec.gone": OlderRule; }; }'.
export const noOlder: Conversion<OlderNamed, NewerNamed> = defineConversion({ newer: { "spec.added": "added" } });

// Without the annotation nothing says which types the rules are for: one error, whatever the rules are.
void defineConversion({
  // error: Type '{ "spec.size": { to: string; }; "spec.a": string; }' is not assignable to type '"conversion/not-a-kind: the constant has no type: annotate it, `export const foo: Conversion<Older, Newer> = ...`"'.
  older: { "spec.size": { to: "spec.replicas" }, "spec.a": "removed" },
  newer: { "spec.b": "added" },
});

interface OlderExamples extends KubeObject<"g.io/v1", "Foo"> {
  spec?: { mode?: string; disks?: { media?: "ssd" | "hdd"; size?: Int32 }[]; limit?: Int32; host?: string; port?: Int32 };
}
interface NewerExamples extends KubeObject<"g.io/v2", "Foo"> {
  spec?: { level?: string; disks?: { media?: "SSD" | "HDD"; size?: Int32 }[]; limit?: Int32; endpoint?: string };
}
const level = { "spec.mode": { to: "spec.level", examples: ["legacy"], examplesOfNewer: ["none"] } } as const;
const media = { "spec.disks[].media": { as: { enum: { ssd: "SSD", hdd: "HDD" } }, examples: ["ssd"], examplesOfNewer: ["SSD"] } } as const;
const numbers = { "spec.limit": { bounds: "differ", examples: [1], examplesOfNewer: [2] }, "spec.disks[].size": { default: 1, examples: [1] } } as const;
const address = {
  older: { host: "spec.host", port: "spec.port" },
  newer: { endpoint: "spec.endpoint" },
  as: { forward: ({ host = "" }: Parts) => ({ endpoint: host }), back: ({ endpoint = "" }: { endpoint?: string }) => ({ host: endpoint }) },
} as const;

export const examplesOfAllKinds: Conversion<OlderExamples, NewerExamples> = defineConversion({
  older: { ...level, ...media, ...numbers },
  together: { address: { ...address, examples: [{ host: "a" }, { host: "b", port: 1 }], examplesOfNewer: [{ endpoint: "" }] } },
});
export const exampleOfMove: Conversion<OlderExamples, NewerExamples> = defineConversion({
  older: {
    ...media,
    ...numbers,
    // error: Type 'number' is not assignable to type 'string'.
    "spec.mode": { to: "spec.level", examples: ["legacy", 1] },
  },
  together: { address },
});
export const exampleOfForm: Conversion<OlderExamples, NewerExamples> = defineConversion({
  older: {
    ...level,
    ...numbers,
    // error(5.8, 6): Type '"nvme"' is not assignable to type 'NonNullable<"ssd" | "hdd" | undefined>'.
    // error(7): Type '"nvme"' is not assignable to type 'NonNullable<"hdd" | "ssd" | undefined>'.
    "spec.disks[].media": { as: { enum: { ssd: "SSD", hdd: "HDD" } }, examples: ["nvme"] },
  },
  together: { address },
});
export const exampleOfBounds: Conversion<OlderExamples, NewerExamples> = defineConversion({
  older: {
    ...level,
    ...media,
    // error: Type 'string' is not assignable to type 'number & Brand<"Int32">'.
    //   Type 'string' is not assignable to type 'number'.
    "spec.limit": { bounds: "differ", examplesOfNewer: ["1"] },
  },
  together: { address },
});
export const exampleOfFunctions: Conversion<OlderExamples, NewerExamples> = defineConversion({
  older: {
    ...media,
    ...numbers,
    "spec.mode": {
      to: "spec.level",
      as: { forward: (value: string) => value, back: (value: string) => value },
      // error: Type 'boolean' is not assignable to type 'string'.
      examples: [true],
    },
  },
  together: { address },
});
export const exampleOfGroup: Conversion<OlderExamples, NewerExamples> = defineConversion({
  older: { ...level, ...media, ...numbers },
  // error: Type 'number' is not assignable to type 'string'.
  together: { address: { ...address, examples: [{ host: 1 }] } },
});
export const exampleOfNoField: Conversion<OlderExamples, NewerExamples> = defineConversion({
  older: { ...level, ...media, ...numbers },
  // error: Object literal may only specify known properties, but 'hosts' does not exist in type 'Values<OlderExamples, { readonly host: "spec.host"; readonly port: "spec.port"; }>'. Did you mean to write 'host'?
  together: { address: { ...address, examples: [{ hosts: "a" }] } },
});

export const promiseOfGroup: Conversion<OlderExamples, NewerExamples> = defineConversion({
  older: { ...level, ...media, ...numbers },
  // error: Type 'Promise<{}>' is not assignable to type 'Results<NewerExamples, { readonly endpoint: "spec.endpoint"; }>'.
  //   Type 'Promise<{}>' is not assignable to type '{ readonly then?: "return the values themselves: no conversion waits for a promise"; }'.
  //     Types of property 'then' are incompatible.
  //       Type '<TResult1 = {}, TResult2 = never>(onfulfilled?: ((value: {}) => TResult1 | PromiseLike<TResult1>) | null | undefined, onrejected?: ((reason: any) => TResult2 | PromiseLike<...>) | null | undefined) => Promise<...>' is not assignable to type '"return the values themselves: no conversion waits for a promise"'.
  together: { address: { ...address, as: { ...address.as, forward: async () => ({}) } } },
});

export const lossOfNewer: Conversion<Older, Newer> = defineConversion({
  older: { ...rest, ...timeout },
  // error: Type 'string[]' is not assignable to type 'undefined'.
  newer: { "spec.tier": { default: "a", loses: ["a"] } },
});
export const lossOfKept: Conversion<Older, Newer> = defineConversion({
  // error(5.8): Type 'string[]' is not assignable to type 'undefined'.
  // error(6): Object literal may only specify known properties, and 'keep' does not exist in type 'FormRule | BoundsRule | MoveRule<Uncapitalize<string>>'.
  // error(7): Object literal may only specify known properties, and 'keep' does not exist in type 'BoundsRule | FormRule | MoveRule<Uncapitalize<string>>'.
  older: { ...rest, ...timeout, "spec.gone": { keep: true, default: "a", loses: ["a"] } },
  newer: { "spec.tier": "added" },
});
