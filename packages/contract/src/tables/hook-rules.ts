// Rules of hook definitions; same texts for tsc and for the generators. `as const`: tsc prints these texts.

/** The rules of `defineHook` calls. */
export const hookRules = {
  annotation: {
    rule: "hook/annotation",
    message: "the compiler cannot see the hook's types",
    mend: "annotate the constant with `Hook<BeforeFooRequest, BeforeFooResponse>`",
  },
  status: {
    rule: "hook/response-status",
    message: "the response has no status",
    mend: "extend CommonResponse",
  },
  blocking: {
    rule: "hook/blocking-response",
    message: "a blocking hook answers with retryAfterSeconds",
    mend: "extend CommonRetryResponse",
  },
} as const;
