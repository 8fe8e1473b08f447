// What is shown of a call of a hook, by `capstan call` and in the console. Types alone: the page is a program of a browser.

/** A template of a request, with the lines that its patch changes. */
export interface PatchedDiff {
  /** Its kind. */
  readonly template: string;
  /** What uses it. */
  readonly object: string;
  /** Empty where nothing changes. */
  readonly diff: string;
  /** The JSON pointers of what Cluster API drops of it. Default: none. */
  readonly dropped?: readonly string[];
  /** Those of what it drops where the ClusterClass or the Cluster has these fields. Default: none. */
  readonly droppedWhereSet?: readonly string[];
}

/** An answer. */
export interface ShownAnswer {
  readonly status: string;
  readonly message: string;
  /** How long it took; undefined where the trace has that. */
  readonly ms?: number;
  /** All of it, with patches in place of their base64. */
  readonly yaml: string;
  /** The templates of a request for patches. */
  readonly templates: readonly PatchedDiff[];
  /** Why the patches cannot be applied; empty where they can. */
  readonly problem: string;
}

/** A call that dev has kept. */
export interface CallDetail {
  readonly id: string;
  /** Whether the request has masks in place of secrets. */
  readonly masked: boolean;
  readonly request: string;
  readonly answer: ShownAnswer;
  /** Why it cannot be called again; empty where it can. */
  readonly obstacle: string;
}

/** A part of a variable that has one value. */
export interface VariableField {
  /** The name of the variable, and of the fields in it. */
  readonly path: readonly string[];
  readonly description: string;
  /** `yaml` is for lists and maps. */
  readonly type: "string" | "number" | "boolean" | "choice" | "yaml";
  /** The values of a choice, as JSON. */
  readonly choices: readonly string[];
  /** What a value has to be, in words. */
  readonly limits: string;
  readonly required: boolean;
  /** The value in the request: of a choice as JSON, a string as it is, and everything else as YAML. Undefined where it has none. */
  readonly value?: string | undefined;
  /** What Cluster API sets where there is none, in the same form. */
  readonly default?: string | undefined;
}
