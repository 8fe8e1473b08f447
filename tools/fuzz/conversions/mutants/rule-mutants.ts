// Mutants of the steps of a conversion, from the tables of changes.
import { copyChanges } from "./copy-changes.ts";
import { anchorChanges } from "./anchor-changes.ts";
import { keptChanges } from "./kept-changes.ts";
import { mergeChanges } from "./merge-changes.ts";
import { replaceOnce, type ChangesByFile, type Mutant } from "./mutant.ts";
import { stepChanges } from "./step-changes.ts";
import { templateChanges } from "./template-changes.ts";
import { unionChanges } from "./union-changes.ts";

/** What a golden case must have so that an operation happens in it; in every case the others do. */
const needs: Readonly<Record<string, string>> = {
  "a null that only the hub has": "nulls:",
  "nulls of a map that only the hub has": "nulls:",
  "a key that objects inherit": "ofValues: true",
  "a kept null": "nulls:",
  "a required null": "required: true",
  "a default": "default:",
  "an object of one version": "onlyIn:",
  "an object that may not be empty": "notEmpty:",
  "fields that functions convert together": "together:",
  elements: "elements:",
  "elements of a map": 'form: "map"',
  "keys of elements": "keys:",
  "the namespace": "reference(",
  "what the hub keeps for a version": "keep: true",
  "an empty object of the hub": "onlyIn:",
  "an object that the other version rejects when empty": "notEmpty:",
  "fields together that are lost": "together:",
  "parts of elements": "elements:",
  "elements without keys": "elements:",
  "an empty object that was kept": "onlyIn:",
  "fields together that were kept": "together:",
  "elements of a converted list": "conditions(",
  "elements of a converted map": "ToList(",
  "values of a map of the hub": "mapToList(",
  "data for other versions": "keep: true",
  "data for this version": "keep: true",
  "fields together": "together:",
  "kept fields together": "together:",
  "a function's argument": "byFunctions(",
  "a function's direction": "byFunctions(",
  "a function": "byFunctions(",
  templates: "templatePlan(",
  "an object that fields leave": "emptied:",
  "a field of a union": "members:",
  "an empty object of a union": "members: [{",
  "an empty object": "exclusive: [[",
  "a field that others exclude": "exclusive:",
};

const tables = [stepChanges, copyChanges, anchorChanges, keptChanges, unionChanges, mergeChanges, templateChanges];

/** The mutants. */
export const ruleMutants: readonly Mutant[] = tables
  .flatMap(Object.entries<ChangesByFile[string]>)
  .flatMap(([file, changes]) =>
    changes.map(([operation, mutation, from, to, equivalent]): Mutant => ({
      operation,
      mutation,
      file,
      change: replaceOnce(from, to),
      ...(needs[operation] === undefined ? {} : { needs: needs[operation] }),
      ...(equivalent === undefined ? {} : { equivalent }),
    })),
  );
