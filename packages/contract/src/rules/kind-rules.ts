// Rules about a definition of a kind or a hook as a whole; tsc, checkContract and the generators print the same messages.
// `as const`: tsc prints these strings.

/** The rules of `define*` calls that are not about one field. */
export const kindRules = {
  annotation: {
    rule: "crd/annotation",
    message: "the compiler cannot see the object's type",
    help: "annotate the constant, for example `export const Foo: Resource<Foo> = define...(...)`",
  },
  templateKind: {
    rule: "template/kind",
    message: "the annotation is not a template of this kind",
    help: "annotate with `Resource<TemplateOf<Foo>>` for the template of Foo",
  },
  omit: {
    rule: "template/omit",
    message: "`omit` and the annotation name different fields",
    help: "annotate with `Resource<TemplateOf<Foo, ...the fields of omit>>`",
  },
} as const;

/** The rules of `defineHook` calls. */
export const hookRules = {
  annotation: {
    rule: "hook/annotation",
    message: "the compiler cannot see the hook's types",
    help: "annotate the constant with `Hook<BeforeFooRequest, BeforeFooResponse>`",
  },
  status: {
    rule: "hook/response-status",
    message: "the response has no status",
    help: "give it the fields status and message, as CommonResponse has them",
  },
  blocking: {
    rule: "hook/blocking-response",
    message: "the response of a blocking hook has no retryAfterSeconds",
    help: "give it the field retryAfterSeconds of the type Int32",
  },
} as const;
