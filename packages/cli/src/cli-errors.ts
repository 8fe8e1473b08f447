// The errors of the command itself: arguments, files, modules, child processes.
import type { DiagnosticRule } from "@capstan/kube";

/** The codes of this table. */
export type CliCode =
  | "cli/usage"
  | "cli/unexpected"
  | "cli/system"
  | "cli/unfinished"
  | "cli/interrupted"
  | "cli/too-much-work"
  | "cli/unknown-code"
  | "cli/no-folder"
  | "cli/no-project"
  | "cli/foreign-files-above"
  | "cli/foreign-folder-above"
  | "cli/foreign-output"
  | "cli/foreign-project"
  | "cli/shared-project"
  | "cli/no-path"
  | "cli/no-sources"
  | "cli/sources-missing"
  | "cli/no-file"
  | "cli/folder"
  | "cli/not-a-file"
  | "cli/not-text"
  | "cli/no-config"
  | "cli/module"
  | "cli/describe"
  | "cli/operator"
  | "cli/no-entry"
  | "cli/undeclared-kit"
  | "cli/json"
  | "cli/manifest"
  | "cli/manifest-field"
  | "cli/write"
  | "cli/in-the-way"
  | "cli/no-crds"
  | "cli/crd"
  | "cli/crd-number"
  | "cli/linked-file"
  | "cli/exists"
  | "cli/outside"
  | "cli/nothing-to-import"
  | "cli/import-duplicate-path"
  | "cli/openapi-typescript"
  | "generate/stale"
  | "generate/missing"
  | "generate/left-over"
  | "bundle/stale-files"
  | "bundle/other-files";

/** The command's own diagnostics. */
export const cliDiagnostics: Readonly<Record<CliCode, DiagnosticRule>> = {
  "cli/usage": {
    severity: "error",
    message: "{problem}",
    explain:
      "The command line was not understood; nothing was read or written. The exit code is 2. Run the command with --help for its arguments and options.",
  },
  "cli/unexpected": {
    severity: "error",
    message: "{problem}\n{frames}",
    help: "this is a bug in Capstan: report it with the output above",
    explain: "An error that Capstan does not expect. Files that belong together are written together or not at all.",
  },
  "cli/system": {
    severity: "error",
    message: "{problem}",
    help: "{help}",
    explain:
      "The operating system did not let the command read or write a file: its permissions, a read-only disk, no space left, or too many open files. The message is the system's own.",
  },
  "cli/unfinished": {
    severity: "error",
    message: "the command ended before it was done",
    help: "look for process.exit() or an await that never ends in capstan.config.ts, in the file of --extension, and in what they import",
    explain:
      "The configuration, and an extension that is called, run inside the command, so they can end it. Files that belong together are written together or not at all.",
  },
  "cli/interrupted": {
    severity: "error",
    message: "the command was stopped before it was done",
    help: "run it again",
    explain: "The command received Ctrl-C or SIGTERM. It wrote nothing and left nothing running.",
  },
  "cli/too-much-work": {
    severity: "error",
    message: "the command was stopped: it used more than {limit}",
    help: "run it with one file or project at a time to find the one that takes so much; for files that you trust, set {setting} to a higher number",
    explain:
      "`capstan import`, `capstan bundle` and `capstan generate` read files of others, and a file can be made so that reading it does not end. They stop at 60 seconds of processor time and 3 GiB of memory (CAPSTAN_WORK_SECONDS, CAPSTAN_WORK_GIBIBYTES), with the signal SIGKILL; `generate --watch` does not. They write all files of a project together, at the end.",
  },
  "cli/unknown-code": {
    severity: "error",
    message: 'there is no page for "{code}"{suggestion}',
    help: "run {list}",
    explain: "Codes have the form area/reason. Every message starts with its code.",
  },
  "cli/no-folder": {
    severity: "error",
    message: "the current folder was deleted",
    help: "change to a folder that exists",
    explain:
      "The system does not know the path of a folder that was deleted while a shell is in it. A new folder of the same name is another one: leave the folder and enter it again.",
  },
  "cli/no-project": {
    severity: "error",
    message: 'there is no package.json in "{folder}" or above it',
    help: "change to the folder of a project, or create one with npm create capstan",
    explain:
      "The command works on a project: the nearest folder with a package.json, starting in the current folder and going up.",
  },
  "cli/foreign-files-above": {
    severity: "error",
    message:
      '"{file}" belongs to another user, and commands look there for packages, types or compiler options, so nothing of the project is run',
    help: "move the project into a folder that only you can write to, such as your home folder; or remove that file",
    explain:
      "Node and TypeScript look for packages in node_modules of every folder above a project, and for tsconfig.json too. In a folder that all users share, as /tmp is, another user of this computer can put them there, and with that decide which code runs and which types a CRD is made of.",
  },
  "cli/foreign-folder-above": {
    severity: "error",
    message:
      '"{folder}" above the project belongs to the user {owner}, who can put another project in its place, so nothing of it is run',
    help: "move the project into a folder below one of your own; if you trust that user, take over {folder} with chown",
    explain:
      "Who owns a folder can rename what is in it, also what belongs to others: another project could come into the place of this one, also while a command watches it. The folders above a project, and links on the way to it, must belong to you, to root, or to the owner of the folder where the command runs.",
  },
  "cli/foreign-output": {
    severity: "error",
    message: 'nothing is written to "{file}", because {problem}',
    help: "name a folder of your own, or one below it; if you trust that user, take the folder over with chown",
    explain:
      "What is written into a folder of another user, or into one where every user may put files, that user can replace afterwards; and through a link of another user, a command would write over your files elsewhere. The folders on the way, and files that are there already, must belong to you, to root, or to the owner of the folder where the command runs. Your own links are followed.",
  },
  "cli/foreign-project": {
    severity: "error",
    message: '"{file}" belongs to the user {owner}, so nothing of that project is run',
    help: "if you trust that user, run the command in a folder that belongs to the user {owner}, or take over the project with chown; otherwise put a package.json into the folder that you meant",
    explain:
      "The configuration and the entry of a project run with your rights. Its folder, its package.json, its configuration and its entry must belong to you, to root, or to the owner of the folder where the command runs: what belongs to another user of this computer may have been put there for you to run.",
  },
  "cli/shared-project": {
    severity: "error",
    message: 'the project in "{folder}" is not run, because every user of this computer may put files there',
    help: "move the project into a folder of its own, or put a package.json into the folder that you meant",
    explain:
      "All users can create files in a folder such as /tmp, and in each of them the sticky bit keeps only what is there already. Another user could add a configuration, an entry such as src/main.ts, or node_modules beside your package.json, and they would run with your rights.",
  },
  "cli/no-path": {
    severity: "error",
    message: '"{path}" does not exist, and there is no package.json above it',
    help: "name the folder of a project, or a file inside one; the file may be deleted",
    explain:
      "generate takes folders of projects and files inside them. The project of a file is the nearest folder above it with a package.json.",
  },
  "cli/no-sources": {
    severity: "error",
    message: 'there is no TypeScript file in "{folder}"',
    help: "put the API's types into {folder}, one folder for each API version",
    explain:
      "generate reads src/api, or the paths in generate.sources of the configuration, and nothing else: definitions in other folders are not part of the API. Each of these paths must match at least one TypeScript file.",
  },
  "cli/sources-missing": {
    severity: "error",
    message: 'there is no TypeScript file in "{folder}", but the files generated from it are still there',
    help: "restore the sources; if the project has no API any more, delete the {count} files listed in {list}, and the list",
    explain:
      "generate deletes nothing when it finds no source at all, because a mistyped path or an incomplete checkout looks the same. When the project has no API any more, delete its generated files together with the sources.",
  },
  "cli/no-file": {
    severity: "error",
    message: 'cannot read "{file}": {problem}',
    help: "check the path and its permissions",
    explain: "A file that the command line or the configuration names does not exist or cannot be read.",
  },
  "cli/folder": {
    severity: "error",
    message: '"{file}" is a folder, not a file',
    help: "name the files in it, for example {file}/*.yaml",
    explain: "import reads only the files that are named, because a folder may contain other files too.",
  },
  "cli/not-a-file": {
    severity: "error",
    message: '"{file}" is {what}, not a file',
    help: "put a file in its place, or a link to one",
    explain:
      "The command reads regular files, and links to them. A named pipe or a device could keep it waiting for ever, and a broken link would look like a file that was never there.",
  },
  "cli/not-text": {
    severity: "error",
    message: '"{file}" is not text in UTF-8: {problem}',
    help: "name a text file, or convert the file to UTF-8",
    explain:
      "Files are read as UTF-8, as Kubernetes' own tools do. Other encodings have other bytes for characters beyond ASCII; a null character occurs only in binary files and in encodings such as UTF-16.",
  },
  "cli/no-config": {
    severity: "error",
    message: 'there is no capstan.config.ts in "{folder}"',
    help: "add one: export default defineConfig({ ... }), with defineConfig from @capstan/cli/config",
    explain:
      "A release needs facts that are not in the code: the image, the release series, the repository. generate and dev work without a configuration.",
  },
  "cli/module": {
    severity: "error",
    message: 'cannot load "{file}": {problem}',
    help: "{help}",
    explain:
      "The file has a syntax error, or Node cannot load it. Node runs TypeScript by stripping types: it accepts only erasable syntax, imports with the .ts ending, and types imported as types. The message is Node's own.",
  },
  "cli/describe": {
    severity: "error",
    message: '"node {file} --describe" did not print a description: {problem}',
    help: "{help}",
    explain:
      "With --describe, run() in the entry prints what the provider or extension watches, owns, writes and serves, and exits. Lines that a module prints before that are not read; it must not end before run().",
  },
  "cli/operator": {
    severity: "error",
    message: '"node {file} --describe" describes the operator "{name}", and clusterctl has no releases of operators',
    help: "deploy it with kubectl: its CRDs are in generated/crds, roleObjects(controllerRights([...])) of @capstan/operator makes its roles, webhookObjects what its webhooks need, and docs/operator.md has a Deployment",
    explain:
      "bundle makes releases of providers and extensions for clusterctl. An operator that is run by runOperator of @capstan/operator is installed with kubectl. generate and dev work with it.",
  },
  "cli/no-entry": {
    severity: "error",
    message: 'there is no "{file}"',
    help: "write the module that runs the provider or extension, or set entry in capstan.config.ts to its path",
    explain: "bundle and dev run the entry of the project: src/main.ts, or the path in the configuration.",
  },
  "cli/undeclared-kit": {
    severity: "error",
    message: '"{entry}" needs {package}, which is not in the dependencies of package.json',
    help: "npm install --save-prod {package}",
    explain:
      "A Runtime Extension runs on @capstan/extension-kit, every other provider on @capstan/controller-kit. On the developer's computer the package may be there because @capstan/cli brings it; the image has the dependencies of package.json alone (npm ci --omit=dev), and its program could not start.",
  },
  "cli/json": {
    severity: "error",
    message: '"{file}" is not JSON: {problem}',
    help: "{help}",
    explain: "The file must be one JSON document.",
  },
  "cli/manifest": {
    severity: "error",
    message: '"{file}" is not a JSON object',
    help: 'write an object, for example { "name": "my-cloud", "type": "module" }',
    explain: "A package.json is one JSON object with the name of the package and what it depends on.",
  },
  "cli/manifest-field": {
    severity: "error",
    message: '"{field}" in "{file}" must be {expected}, but is {found}',
    help: "correct the field; npm pkg fix corrects common mistakes",
    explain:
      "The name and the version of a package.json are strings, and dependencies are objects with a version for each name.",
  },
  "cli/write": {
    severity: "error",
    message: 'cannot write below "{folder}": {problem}',
    help: "check that the folder can be written to and that the disk has space",
    explain:
      "Files are first written beside their place and then moved in together. If one cannot be written, none is.",
  },
  "cli/in-the-way": {
    severity: "error",
    message: "nothing was written: {problem}",
    help: "move it, or name another folder with --out",
    explain: "import and bundle create the folders of their files, and remove nothing to make room for them.",
  },
  "cli/no-crds": {
    severity: "error",
    message: 'there is no CRD in "{folder}", but the project defines kinds',
    help: "run capstan generate",
    explain:
      "A release installs the generated CRDs, and dev serves them. They are in generated/crds, or in the folder that the configuration names. CRDs that something else creates may be JSON or YAML files directly in the folder that the field crds names.",
  },
  "cli/crd": {
    severity: "error",
    message: '"{file}" is not a CustomResourceDefinition: {problem}',
    help: "correct the file, or move it out of the folder of CRDs",
    explain:
      "bundle and dev read every JSON and YAML file of the folder of CRDs. A document that is not a CustomResourceDefinition of apiextensions.k8s.io/v1 is rejected, because a release without it could be incomplete.",
  },
  "cli/crd-number": {
    severity: "error",
    message: '"{file}" has a whole number beyond 2^53 at {path}, of which JavaScript loses digits',
    help: "write a smaller number, or publish this CRD without Capstan",
    explain:
      "bundle reads CRDs and writes them again. Numbers of JavaScript have 53 bits, so a whole number beyond that could become another one, which the release would then have.",
  },
  "cli/linked-file": {
    severity: "error",
    message: '"{file}" is a link to a file outside the project',
    help: "replace the link by the file",
    explain:
      "bundle publishes the templates and CRDs of a project. A link in a project that somebody else has made could lead to a file with credentials, which would become part of the release.",
  },
  "cli/exists": {
    severity: "error",
    message: '"{path}" already exists with other content',
    help: "move it away, or import into another folder with --out",
    explain: "import only creates files, so it never overwrites your work. Repeating the same import changes nothing.",
  },
  "cli/outside": {
    severity: "error",
    message: '"{path}" would be written outside the project, through a link',
    help: "replace the link by a folder, or name the folder that it leads to with --out",
    explain:
      "import and bundle write only below the project's folder, or the one that an option or the configuration names. Through a link in a project that somebody else has made, it would write over files elsewhere.",
  },
  "cli/nothing-to-import": {
    severity: "error",
    message: 'there is neither a CustomResourceDefinition nor an OpenAPI document in "{file}"',
    help: "name a file of CRDs in version v1, or the OpenAPI 3.0 document of a Runtime Extension's hooks",
    explain:
      "import reads YAML files with one or more CustomResourceDefinitions, and hook documents in YAML or JSON; this file is empty.",
  },
  "cli/import-duplicate-path": {
    severity: "error",
    message: '"{path}" would be created from two files: {first} and {second}',
    help: "import them one by one into different folders with --out",
    explain:
      "Files are named after versions, kinds and groups of hooks, so two documents with the same names cannot share a folder. Nothing was written.",
  },
  "cli/openapi-typescript": {
    severity: "error",
    message: "importing hooks needs openapi-typescript 7 in the project: {problem}",
    help: "npm install --save-dev openapi-typescript@7 (beside TypeScript 7, first: npm pkg set 'overrides.openapi-typescript.typescript=$typescript'), or pnpm add --save-dev openapi-typescript@7",
    explain:
      "The types of a hook document are created by openapi-typescript. It is not installed with the command because few projects need it (20 MB). It does not support TypeScript 7 yet, so npm rejects the installation; the override makes npm accept it, and the command runs it with TypeScript 6. pnpm only warns. It can be removed after the import.",
  },
  "generate/stale": {
    severity: "error",
    message: "{path} is stale",
    help: "run capstan generate, and commit what it writes",
    explain:
      "generate --check only compares. The file differs from what generate would write: it was edited by hand, or the API, package.json or Capstan changed since it was generated.",
  },
  "generate/missing": {
    severity: "error",
    message: "{path} is missing",
    help: "run capstan generate, and commit what it writes",
    explain:
      "generate --check only compares. generate would create this file. Generated files and their list are committed.",
  },
  "generate/left-over": {
    severity: "error",
    message: "{path} is no longer generated",
    help: "run capstan generate, and commit the deletion",
    explain: "generate --check only compares. The file was generated from sources that do not exist any more.",
  },
  "bundle/stale-files": {
    severity: "error",
    message: "the generated files are not up to date: {files}",
    help: "run capstan generate, then bundle again",
    explain:
      "A release contains the generated CRDs and runs the generated conversions. With files from before a change of the types, the API server would drop the new fields without an error. bundle compares as generate --check does, and writes nothing. A project without sources of an API is not compared.",
  },
  "bundle/other-files": {
    severity: "warning",
    message: "beside the files of this release there are files of another one: {files}",
    help: "remove them before you publish the folder",
    explain:
      "bundle writes the files of one release and removes nothing. What an earlier run has written stays, also the components of a program that the configuration no longer has, and a template that was deleted. Published with the others, clusterctl would install or offer them.",
  },
};
