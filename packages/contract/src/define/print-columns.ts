// Printer columns as a record from the column's title to the path it shows, checked against the object's type.
import type { CheckedPath } from "../types/json-path.ts";

/** A column that says more than its path. */
export interface PrintColumnOptions {
  readonly path: string;
  /** Only where the type must differ from the one the field has. */
  readonly type?: "string" | "integer" | "number" | "boolean" | "date";
  readonly format?: string;
  readonly description?: string;
  /** 0 is always shown; greater only with `-o wide`. */
  readonly priority?: number;
}

/** A column: the path it shows, or the path with options. */
export type PrintColumn = string | PrintColumnOptions;

/** Columns by title, in the order they are shown. */
export interface PrintColumns {
  readonly [title: string]: PrintColumn;
}

type CheckedColumn<Root, C> = C extends string
  ? CheckedPath<Root, C>
  : C extends { readonly path: infer P extends string }
    ? { readonly [K in keyof PrintColumnOptions]: K extends "path" ? CheckedPath<Root, P> : PrintColumnOptions[K] }
    : C;

/** The columns themselves where every path is right; each wrong path becomes the right ones. */
export type CheckedColumns<Root, Cs> = { readonly [N in keyof Cs]: CheckedColumn<Root, Cs[N]> };
