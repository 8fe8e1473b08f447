// What the code that authors read may import of Capstan: the packages that an author depends on, and what a path may add.

/** The packages that an author depends on, with all their subpaths. */
export const authorPackages: readonly string[] = [
  "@capstan/api",
  "@capstan/controller-kit",
  "@capstan/extension-kit",
  "@capstan/cli",
];

/** What files below a path may import as well. */
export const additions: Readonly<Record<string, readonly string[]>> = {
  "docs/testing.md": ["@capstan/testenv"],
  "docs/call-extensions.md": ["@capstan/operator"],
  "docs/coming-from-kubebuilder.md": ["@capstan/operator"],
  "docs/objects.md": ["@capstan/operator", "@capstan/testenv"],
  "docs/errors.md": ["@capstan/operator"],
  "docs/faults.md": ["@capstan/operator", "@capstan/testenv"],
  "docs/process.md": ["@capstan/operator"],
  "docs/watches.md": ["@capstan/operator"],
  "docs/webhooks.md": ["@capstan/operator", "@capstan/testenv"],
  "docs/operator.md": ["@capstan/operator", "@capstan/testenv"],
  "examples/operator/": ["@capstan/operator", "@capstan/testenv"],
  "examples/provider-local/": ["@capstan/testenv", "@capstan/client"],
  "packages/core-sim/README.md": ["@capstan/testenv"],
};
