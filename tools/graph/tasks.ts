// The tasks of turbo.json that `check` relies on.

/** Those whose results turbo keeps. */
export const keptTasks: readonly string[] = [
  "test",
  "test:corpus",
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
