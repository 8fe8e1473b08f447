// What keeps generated files from being written.
import type { DiagnosticTable } from "@capstan/kube";

/** The errors of writing generated files, by code. */
export const writeErrors: DiagnosticTable = {
  "generate/owned-files": {
    severity: "error",
    message: "{path} is not the list of generated files",
    help: "restore it from version control; without a good copy, remove {path} and every generated file, also those of deleted kinds, and generate again",
    explain:
      "The generator overwrites only the files on this list, and removes those that it no longer generates. Without a readable list it changes nothing. It never removes a file that is not on the list: after the list is created again, remove the files of deleted kinds yourself.",
  },
  "generate/outside": {
    severity: "error",
    message: 'the generated file "{path}" would be outside the project',
    help: "name a folder inside the project; if a folder on the way is a link, replace it by a folder",
    explain: "Generators write only below the project's folder, and follow no link that leads out of it.",
  },
  "generate/hand-made": {
    severity: "error",
    message: "{path} exists and is not a generated file",
    help: "if {path} was generated, restore {list} from version control, or remove every generated file; if you wrote it, move it",
    explain: "A file that is not on the list of generated files is never overwritten.",
  },
  "generate/edited": {
    severity: "error",
    message: "{path} is no longer generated, and was edited by hand",
    help: "move the file to keep the edit, or remove it",
    explain: "Files that are no longer generated are removed, unless they were edited.",
  },
  "generate/in-the-way": {
    severity: "error",
    message: "nothing was generated: {problem}",
    help: "move it, or set another folder in capstan.config.ts (generate.out, generate.code)",
    explain:
      "Generated files are written below generated/ and src/generated/, or the folders that capstan.config.ts sets.",
  },
  "generate/write": {
    severity: "error",
    message: "the generated files cannot be written, and nothing was changed: {problem}",
    help: "check the free space on the disk and the permissions of the project's folder",
    explain:
      "New files are written beside the old ones first and then renamed, so a failure leaves everything as it was.",
  },
};
