// What can go wrong around the generators and the bundle: arguments, files, modules, child processes.
import type { DiagnosticRule } from "@capstan/kube";

/** The codes of this table. */
export type CliCode =
  | "cli/usage"
  | "cli/unexpected"
  | "cli/unfinished"
  | "cli/interrupted"
  | "cli/unknown-code"
  | "cli/no-project"
  | "cli/no-path"
  | "cli/no-sources"
  | "cli/sources-gone"
  | "cli/no-file"
  | "cli/folder"
  | "cli/no-config"
  | "cli/module"
  | "cli/describe"
  | "cli/no-entry"
  | "cli/json"
  | "cli/manifest"
  | "cli/write"
  | "cli/no-crds"
  | "cli/exists"
  | "cli/nothing-to-import"
  | "cli/import-twice"
  | "cli/openapi-typescript"
  | "generate/stale"
  | "generate/missing"
  | "generate/left-over"
  | "doctor/node"
  | "doctor/duplicate"
  | "doctor/drift"
  | "doctor/tsconfig"
  | "doctor/not-installed"
  | "doctor/stale";

/** The command's own diagnostics. */
export const cliDiagnostics: Readonly<Record<CliCode, DiagnosticRule>> = {
  "cli/usage": {
    severity: "error",
    message: "{problem}",
    hint: "run capstan --help",
    explain: "The command line was not understood; nothing was read or written. The exit code is 2.",
  },
  "cli/unexpected": {
    severity: "error",
    message: "{problem}",
    hint: "this is a fault in Capstan: report it with the text above",
    explain: "Capstan met something it does not expect. Nothing that belongs together was left half written.",
  },
  "cli/unfinished": {
    severity: "error",
    message: "the command ended before it was done",
    hint: "look in capstan.config.ts and what it imports for process.exit() or for an await that never ends",
    explain: "The configuration runs inside of the command. Nothing that belongs together was left half written.",
  },
  "cli/interrupted": {
    severity: "error",
    message: "it was stopped before it was done",
    hint: "run it again",
    explain: "Ctrl-C or SIGTERM came while the command worked; it wrote nothing and left nothing running.",
  },
  "cli/unknown-code": {
    severity: "error",
    message: 'there is no page for "{code}"',
    hint: "{mend}",
    explain: "Codes have the form area/reason, and stand in front of every message.",
  },
  "cli/no-project": {
    severity: "error",
    message: 'there is no package.json in "{folder}" or above it',
    hint: "change to a project's folder, or make one with npm create capstan",
    explain: "The command works on a project: the nearest folder with a package.json, from the current one upwards.",
  },
  "cli/no-path": {
    severity: "error",
    message: '"{path}" does not exist, and there is no package.json above it',
    hint: "give the folder of a project, or a file inside of one; a file that was deleted may be named too",
    explain:
      "generate takes folders of projects and files inside of them, and finds the project of a file by the nearest package.json above it.",
  },
  "cli/no-sources": {
    severity: "error",
    message: 'there is no TypeScript file in "{folder}"',
    hint: "put the API's types into {folder}, one folder for each API version",
    explain:
      "generate reads src/api, or what generate.sources of the configuration names instead, and nothing else; definitions anywhere else are not part of the API. Every path that the configuration names must lead to a file.",
  },
  "cli/sources-gone": {
    severity: "error",
    message: 'there is no TypeScript file in "{folder}", but what was generated of it is still there',
    hint: "restore the sources; if the API is gone for good, remove the {count} files that {list} names, and the list",
    explain:
      "generate removes nothing when it finds no source at all: a path that was mistyped, or a checkout that is not complete, looks the same. When the project has no API any more, its generated files go with the sources.",
  },
  "cli/no-file": {
    severity: "error",
    message: 'cannot read "{file}": {problem}',
    hint: "check the path and its permissions",
    explain: "A file named on the command line or by the configuration is not there or cannot be read.",
  },
  "cli/folder": {
    severity: "error",
    message: '"{file}" is a folder, and a file is wanted',
    hint: "name the files in it, for example {file}/*.yaml",
    explain: "import reads the files that are named, and looks into no folder: not every file in it may be meant.",
  },
  "cli/no-config": {
    severity: "error",
    message: 'there is no capstan.config.ts in "{folder}"',
    hint: "add one: export default defineConfig({ ... }) from @capstan/clusterctl-kit",
    explain:
      "A release needs what the code does not say: the image, the release series, the repository. generate and dev need no configuration.",
  },
  "cli/module": {
    severity: "error",
    message: 'cannot load "{file}": {problem}',
    hint: "{mend}",
    explain:
      "Node runs TypeScript by stripping types: only erasable syntax, imports with their .ts ending, types imported as types. The message is Node's own.",
  },
  "cli/describe": {
    severity: "error",
    message: '"node {file} --describe" did not print a description: {problem}',
    hint: "{mend}",
    explain:
      "The entry's run() answers --describe by printing what the provider or extension watches, owns, writes and serves, and exits. Anything else that the module prints or does before run() gets in its way.",
  },
  "cli/no-entry": {
    severity: "error",
    message: 'there is no "{file}"',
    hint: "write the entry that runs the provider or extension, or name it in capstan.config.ts (entry)",
    explain: "bundle and dev run the project's entry, src/main.ts unless the configuration names another.",
  },
  "cli/json": {
    severity: "error",
    message: '"{file}" is not JSON: {problem}',
    hint: "mend the file, or run capstan generate when it is a generated one",
    explain: "The file must be one JSON document.",
  },
  "cli/manifest": {
    severity: "error",
    message: '"{file}" holds no object',
    hint: 'write one, for example { "name": "my-cloud", "type": "module" }',
    explain: "A package.json is one JSON object that says what the package is called and needs.",
  },
  "cli/write": {
    severity: "error",
    message: 'cannot write below "{folder}": {problem}',
    hint: "check that the folder exists, is writable and has room",
    explain: "Files are written beside their place first and moved in together; when one cannot be written, none is.",
  },
  "cli/no-crds": {
    severity: "error",
    message: 'there is no CRD in "{folder}", and the project has kinds of its own',
    hint: "run capstan generate",
    explain:
      "A release installs the generated CRDs, and dev serves them; they lie in generated/crds unless the configuration names another folder.",
  },
  "cli/exists": {
    severity: "error",
    message: '"{path}" exists and says something else',
    hint: "move it away, or import into another folder with --out",
    explain:
      "import writes new files only: a file with the same name is someone's work. The same import twice changes nothing.",
  },
  "cli/nothing-to-import": {
    severity: "error",
    message: 'there is neither a CustomResourceDefinition nor an OpenAPI document in "{file}"',
    hint: "give the file of CRDs in version v1, or the OpenAPI 3.0 document of a Runtime Extension's hooks",
    explain:
      "import reads YAML files with one or more CustomResourceDefinitions, and hook documents in YAML or JSON; this file is empty.",
  },
  "cli/import-twice": {
    severity: "error",
    message: '"{path}" would be made of two files: {first} and {second}',
    hint: "import them one by one, into different folders with --out",
    explain:
      "Files are named after versions, kinds and groups of hooks, so two documents of the same one cannot share a folder. Nothing was written.",
  },
  "cli/openapi-typescript": {
    severity: "error",
    message: "importing hooks needs openapi-typescript 7 in the project: {problem}",
    hint: "npm install --save-dev openapi-typescript@7 (beside TypeScript 7, first: npm pkg set 'overrides.openapi-typescript.typescript=$typescript'), or pnpm add --save-dev openapi-typescript@7",
    explain:
      "The types of a hook document are made by openapi-typescript, which is not installed with the command because few projects need it (20 MB). npm refuses it beside TypeScript 7, which it does not know yet; the override lets npm install it, and the command gives it the TypeScript 6 that it has itself. pnpm only warns. After the import it can be removed again.",
  },
  "generate/stale": {
    severity: "error",
    message: "{path} is not what the sources say",
    hint: "run capstan generate, and commit what it writes",
    explain:
      "generate --check compares and writes nothing. The file was edited by hand, or the API, package.json or Capstan changed and it was not generated again.",
  },
  "generate/missing": {
    severity: "error",
    message: "{path} is generated and is not there",
    hint: "run capstan generate, and commit what it writes",
    explain: "generate --check compares and writes nothing. Generated files are committed, their list among them.",
  },
  "generate/left-over": {
    severity: "error",
    message: "{path} is generated no more",
    hint: "run capstan generate, and commit that it is removed",
    explain: "generate --check compares and writes nothing. The file was generated of something that is gone.",
  },
  "doctor/node": {
    severity: "error",
    message: "Node {found} runs, and Capstan needs {needed} or newer",
    hint: "install a newer Node",
    explain:
      "Capstan and the projects it scaffolds run TypeScript as Node does, without a build; older versions cannot.",
  },
  "doctor/duplicate": {
    severity: "warning",
    message: "{name} is installed {count} times: {versions}",
    hint: "bring all of @capstan to one version, and reinstall",
    explain:
      "Two copies of a package define two sets of types; errors and kinds still recognise each other, but the compiler reports differences that nobody made.",
  },
  "doctor/drift": {
    severity: "warning",
    message: "the project uses different versions of Capstan: {versions}",
    hint: "bring them to one version: npm install @capstan/<name>@<version> for each",
    explain: "The packages are released together and tested together.",
  },
  "doctor/not-installed": {
    severity: "error",
    message: "{name} stands in package.json and is not installed",
    hint: "install the dependencies, for example with npm install",
    explain: "Nothing of the project can run before its dependencies are installed.",
  },
  "doctor/tsconfig": {
    severity: "warning",
    message: "tsconfig.json does not set {option}",
    hint: 'set "{option}": {value}',
    explain:
      "Node runs the sources by stripping types. With these options the compiler reports what Node would fail on: syntax that cannot be stripped, types imported as values, imports without their ending.",
  },
  "doctor/stale": {
    severity: "error",
    message: "{path} is not what the sources say",
    hint: "run capstan generate",
    explain: "Generated files are committed; when the API changes they must change with it.",
  },
};
