// The catalog of rules: what each id reports and what fails without it. Compile errors, generator diagnostics and
// `capstan explain` share these ids; the messages about one field are in the records.
import type { DiagnosticRule } from "@capstan/kube";
import { kindContractRules, type KindRuleId } from "../contracts/kind-contracts.ts";
import type { hookRules, kindRules } from "./kind-rules.ts";

/** The ids of the rules about definitions and their schemas; a table that uses another id does not compile. */
export type ContractRuleId =
  | KindRuleId
  | (typeof kindRules)[keyof typeof kindRules]["rule"]
  | (typeof hookRules)[keyof typeof hookRules]["rule"];

/** Every rule by id. */
export const contractRules: Readonly<Record<ContractRuleId, DiagnosticRule>> = {
  "crd/annotation": {
    severity: "error",
    message: "the compiler cannot see the object's type",
    help: "annotate the constant, for example `export const Foo: Resource<Foo> = define...(...)`",
    explain:
      "The compiler infers the object's type from the annotation, as in `export const Foo: Resource<Foo> = defineResource({...})`, and checks every option against it. The generator reads the same annotation.",
  },
  "template/kind": {
    severity: "error",
    message: "the annotation is not a template of this kind",
    help: "annotate with `Resource<TemplateOf<Foo>>` for the template of Foo",
    explain:
      "The kind of a template is the kind of its objects followed by Template, in the same apiVersion: core derives one from the other.",
  },
  "template/omit": {
    severity: "error",
    message: "`omit` and the annotation name different fields",
    help: "annotate with `Resource<TemplateOf<Foo, ...the fields of omit>>`",
    explain:
      "The type and the CRD of a template have to agree: the API server silently prunes a field that only the type has.",
  },
  "hook/annotation": {
    severity: "error",
    message: "the compiler cannot see the hook's types",
    help: "annotate the constant with `Hook<BeforeFooRequest, BeforeFooResponse>`",
    explain: "The compiler and the generators read the types of a hook's call from `Hook<Request, Response>`.",
  },
  "hook/response-status": {
    severity: "error",
    message: "the response has no status",
    help: "give it the fields status and message, as CommonResponse has them",
    explain: "Callers treat a response whose status is not Success or Failure as an error of the extension.",
  },
  "hook/blocking-response": {
    severity: "error",
    message: "the response of a blocking hook has no retryAfterSeconds",
    help: "give it the field retryAfterSeconds of the type Int32",
    explain: "A positive number makes the caller wait and call again after that time; zero lets it continue.",
  },
  ...kindContractRules,
};
