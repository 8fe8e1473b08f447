// What can keep generated files from being written, as a table for `capstan explain`.
// Raised by write-files.ts and owned-files.ts; mistakes in sources are diagnostics.ts.
import type { DiagnosticTable } from "@capstan/kube";

/** The errors of write-files.ts and owned-files.ts by code. */
export const writeErrors: DiagnosticTable = {
  "generate/owned-files": {
    severity: "error",
    message: "{path} is not the list of generated files",
    hint: "restore it from version control; without a good copy, remove {path} and every generated file, also those of kinds that are gone, and generate again",
    explain:
      "The list says which files the generator owns: only those are overwritten, and those that are generated no more are removed. Without a readable list nothing is safe to touch. A generated file that the list does not name is never removed: when the list is made anew, files of kinds that are gone must be removed by hand.",
  },
  "generate/outside": {
    severity: "error",
    message: 'the generated file "{path}" would lie outside of the project',
    hint: "give the generator a folder inside of the project",
    explain: "Generators write below the project's folder only.",
  },
  "generate/hand-made": {
    severity: "error",
    message: "{path} exists and was not generated",
    hint: "if {path} was generated, restore {list} from version control, or remove every generated file; if it is yours, move it",
    explain: "A file that is not on the list of generated files was made by hand and is never overwritten.",
  },
  "generate/edited": {
    severity: "error",
    message: "{path} is generated no more, but was edited by hand",
    hint: "keep the edit by moving the file elsewhere, or remove it",
    explain: "Files that are no longer generated are removed, unless that would lose somebody's work.",
  },
  "generate/in-the-way": {
    severity: "error",
    message:
      "nothing was generated, since a file stands where a folder is needed, or a folder where a file is: {problem}",
    hint: "move it away, or name another folder for generated files in the configuration (generate.out, generate.code)",
    explain:
      "Generated files lie in folders below generated/ and src/generated/, or those that the configuration names.",
  },
  "generate/write": {
    severity: "error",
    message: "the generated files could not be written, and nothing was changed: {problem}",
    hint: "check the space on the disk and the permissions of the project's folder",
    explain:
      "New contents are written beside the old files first and renamed together, so a failure leaves everything as it was.",
  },
};
