// Rules about the definition as a whole rather than one field; same texts for tsc and for checkContract.
// `as const`: tsc prints these texts.

/** The rules of `define*` calls that are not about a field the contract reads. */
export const kindRules = {
  annotation: {
    rule: "crd/annotation",
    message: "the compiler cannot see the object's type",
    mend: "annotate the constant, for example `export const Foo: Resource<Foo> = define...(...)`",
  },
  InfraCluster: {
    rule: "infracluster/kind-convention",
    message: "the kind of an InfraCluster ends in Cluster",
    mend: "name it for example FooCluster",
  },
  InfraMachine: {
    rule: "inframachine/kind-convention",
    message: "the kind of an InfraMachine ends in Machine",
    mend: "name it for example FooMachine",
  },
  templateKind: {
    rule: "template/kind",
    message: "the annotation is not a template of this kind",
    mend: "annotate with `Resource<TemplateOf<Foo>>` for the template of Foo",
  },
  omit: {
    rule: "template/omit",
    message: "`omit` and the annotation name different fields",
    mend: "annotate with `Resource<TemplateOf<Foo, ...the fields of omit>>`",
  },
} as const;
