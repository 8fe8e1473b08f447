export const kind = "FooCluster";
export const common = { kind, shortNames: ["fooc"], categories: ["cluster-api", "foo"] } as const;
