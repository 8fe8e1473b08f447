// The errors of this package as a table, from which `capstan explain` prints its pages.
import type { DiagnosticRule } from "@capstan/kube";

/** The codes of this package's errors. */
export type ContractErrorCode =
  | "contract/not-defined"
  | "contract/no-contract-kind"
  | "contract/no-template"
  | "contract/wrong-type"
  | "contract/no-such-field"
  | "contract/no-contract-label"
  | "contract/not-a-template"
  | "contract/condition-conflict"
  | "contract/condition-merge"
  | "contract/invalid-condition"
  | "conversion/not-an-object"
  | "conversion/unknown-version"
  | "conversion/data-too-large"
  | "conversion/data-too-complex"
  | "conversion/too-many-steps"
  | "conversion/data-unreadable"
  | "conversion/data-invalid"
  | "conversion/function-failed"
  | "conversion/function-input"
  | "conversion/function-result"
  | "conversion/no-duration"
  | "conversion/wrong-api-version";

/** This package's errors. */
export const contractErrors: Readonly<Record<ContractErrorCode, DiagnosticRule>> = {
  "contract/not-defined": {
    severity: "error",
    message: "{kind} of {apiVersion} was not created by a define function",
    help: "define the kind with defineResource, or with the function of its contract, for example defineInfraCluster",
    explain:
      "The kits read a kind's contracts, columns and scope from its definition. A resource created in another way, or copied with a spread, has no definition.",
  },
  "contract/no-contract-kind": {
    severity: "error",
    message: "{kind} of {apiVersion} follows no contract",
    help: "define the kind with the function of its contract, for example defineInfraCluster, and name its contracts",
    explain:
      "The paths of contract fields such as the provisioned flag depend on the contract, so a kind without a contract has none of them.",
  },
  "contract/no-template": {
    severity: "error",
    message: "{kind} of {apiVersion} is not a kind that can have a template",
    help: "pass a kind that a Cluster, Machine or MachinePool refers to, for example one of defineInfraCluster",
    explain: "Cluster API clones templates into the objects that it references, and these are contract kinds.",
  },
  "contract/wrong-type": {
    severity: "error",
    message: "{path} is not {wanted}",
    help: "correct the object, or the schema that accepted it",
    explain:
      "Core reads contract fields by path, and its reconcile fails when a value does not have the type of the contract. This library fails in the same way.",
  },
  "contract/no-such-field": {
    severity: "error",
    message: "contract {contract} has no field {field} for {kind}",
    help: "report in conditions, or declare a contract that has the field",
    explain:
      "Contracts have different fields. failureReason and failureMessage, for example, exist in contract v1beta1 only; v1beta2 reports problems in conditions.",
  },
  "contract/no-contract-label": {
    severity: "error",
    message: 'CRD "{name}" has none of the labels {labels}',
    help: "name the kind's contracts in its definition and generate the CRD again",
    explain:
      "Core reads from the CRD's label cluster.x-k8s.io/<contract> which API version follows which contract. Without the label it cannot read the object at all.",
  },
  "contract/not-a-template": {
    severity: "error",
    message: "{kind} {name} is not a template: {why}",
    help: "pass an object whose kind ends in Template and that has spec.template",
    explain:
      "The kind of the new object is the template's kind without Template at its end, so any other name results in the wrong kind.",
  },
  "contract/condition-conflict": {
    severity: "error",
    message: "condition {type} was {what} by another writer at the same time",
    help: "let one controller write this condition, or declare it in `conditions` of the controller that owns it",
    explain:
      "Several controllers write conditions into one list. A controller overwrites the types that it declares. For any other type a different change that was made since the object was read would be lost, so the write fails; it is retried with the next pass.",
  },
  "contract/condition-merge": {
    severity: "error",
    message: "cannot compute condition {type}: {problem}",
    help: "correct the options of the summary or aggregate",
    explain:
      "A summary needs types that are not its own, an aggregate needs objects, and only a condition that exists can be overridden, once.",
  },
  "contract/invalid-condition": {
    severity: "error",
    message: "{where} cannot be read: {problem}",
    help: "write conditions with a type, a status and a transition time",
    explain:
      "Core copies conditions of a provider's object. It reports InvalidConditionReported when one of the list has no type, or a status other than True, False and Unknown.",
  },
  "conversion/not-an-object": {
    severity: "error",
    message: "the object has no apiVersion or no kind",
    help: "convert whole objects, as the API server sends them",
    explain:
      "A conversion starts from the version that the object names. Each object that the API server sends has an apiVersion and a kind: a ConversionReview or an AdmissionReview without them is not of an API server.",
  },
  "conversion/unknown-version": {
    severity: "error",
    message: "{kind} has no version {apiVersion}; its versions are {known}",
    help: "declare a conversion between that version and the hub and generate again",
    explain:
      "The API server asks for a conversion between the versions that a CRD serves. Each of them needs a declared conversion to or from the kind's hub.",
  },
  "conversion/data-too-large": {
    severity: "error",
    message:
      "{path} does not exist in the other version and grows the annotations to {size} bytes; at most {limit} are allowed",
    help: "remove annotations of the object, or make {path} smaller in the hub's version; authors limit its length in the type (@maxLength, @maxItems)",
    explain:
      "Fields that a version does not have are stored in the annotation cluster.x-k8s.io/conversion-data. Beyond the API server's limit for all annotations they do not fit. The conversion then fails: without the annotation, a client that writes the object in the other version would remove the fields. The check of writes has a lower limit, so that controllers can still add to the status of every object that it accepts.",
  },
  "conversion/data-too-complex": {
    severity: "error",
    message:
      "{path} does not exist in the other version and could not be read again from the annotation: it has more than 10,000 whole numbers beyond 2^53, or more than {levels} levels",
    help: "write fewer such numbers, or nest {path} less deep, in the version that has it",
    explain:
      "Fields that a version does not have are stored in the annotation cluster.x-k8s.io/conversion-data. A number such as 1e17 is written there with all its digits, and whole numbers beyond 2^53 take memory when they are read. What could not be read again would count as absent, so that a client that writes the object in the other version would remove all fields that are kept. The conversion fails instead.",
  },
  "conversion/too-many-steps": {
    severity: "error",
    message: "the conversion takes {steps} steps, most of them for {path}; at most {limit} are allowed",
    help: "make {path} shorter; authors limit its length in the type (@maxItems, @maxProperties)",
    explain:
      "A conversion applies the rules of a list to each of its elements, and each is a step. The manager answers nobody else during one conversion, so an object may not take more of them than a tenth of a second has.",
  },
  "conversion/data-invalid": {
    severity: "warning",
    message: "the conversion-data annotation has a value of another type for {path}",
    help: "do not edit the annotation cluster.x-k8s.io/conversion-data",
    explain:
      "Only conversions write and read the annotation. A value that the field cannot have is ignored: stored, it would keep typed clients from reading lists of the kind.",
  },
  "conversion/function-failed": {
    severity: "error",
    message: "the function `{direction}` of the conversion of {path} failed: {why}",
    help: "return a value for every value that the field may have",
    explain:
      "A function in a conversion gets every value that its version accepts. If it throws, or returns something that is not JSON, such as a promise, the object cannot be converted, and the request of the client fails.",
  },
  "conversion/function-input": {
    severity: "error",
    message:
      "the function `{direction}` of the conversion of {rule} is not called: the value of {path} has another type than the field",
    help: "correct {path} in the version of the object, with every field that it requires",
    explain:
      "A function of `together` gets only values that its version accepts. Without one of them its result would drop that value from the object.",
  },
  "conversion/function-result": {
    severity: "error",
    message:
      "the function `{direction}` of the conversion of {path} returned {got}, which the field of the other version cannot have{place}",
    help: "return a value of the type of the other version's field; an `Int32` is a whole number of 32 bits",
    explain: "A value of another type could be stored, and then no typed client could read a list of the kind.",
  },
  "conversion/wrong-api-version": {
    severity: "error",
    message: "the look-up of apiVersions has {apiVersion} for {kind} of the group {group}",
    help: 'return an apiVersion of that group from `apiVersionOf`, as in "example.com/v1", or undefined',
    explain:
      "A reference of a newer version names a group and a kind, and one of an older version an apiVersion. With an apiVersion of another group, or without a version, the reference would lead to another kind or to none when it is read back.",
  },
  "conversion/no-duration": {
    severity: "warning",
    message: "{value} is not a duration, so the newer version has no value for it",
    help: 'write a duration such as "90s" or "1m30s"',
    explain:
      "The form `seconds` makes a whole number of a duration. The schema of the older version accepts any string there. A write of another string is rejected; of an object that was stored before, the field has no value in the newer version.",
  },
  "conversion/data-unreadable": {
    severity: "warning",
    message: "the conversion-data annotation is not a JSON object",
    help: "do not edit the annotation cluster.x-k8s.io/conversion-data",
    explain:
      "Only conversions write and read the annotation. Any other value is ignored and removed, along with the fields that it may have contained.",
  },
};
