// The tasks of turbo.json that `check` relies on.

/** Those whose results turbo keeps. */
export const keptTasks: readonly string[] = [
  "typecheck",
  "test",
  "generate",
  "generate:check",
  "build",
  "package:check",
  "api:check",
  "samples",
  "reference",
  "demo",
  "install-size",
];

/** Those that read what cannot be declared: turbo keeps nothing of them. */
export const uncachedTasks: readonly string[] = ["test:corpus"];
