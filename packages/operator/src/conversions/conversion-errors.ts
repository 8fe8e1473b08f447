// The errors of conversions, as a part of the table of this package.
import type { DiagnosticRule } from "@capstan/kube";

/** The codes of errors of conversions. */
export type ConversionErrorCode =
  | "conversion/failed"
  | "conversion/no-converter"
  | "conversion/object-too-large"
  | "conversion/too-many-objects"
  | "conversion/envelope-too-large"
  | "conversion/not-a-review"
  | "conversion/answer-too-large"
  | "conversion/annotations-too-large"
  | "conversion/data-changed"
  | "conversion/data-out-of-bounds"
  | "conversion/mark-removed"
  | "conversion/status-changed"
  | "conversion/status-created";

/** Message, help and explanation of every error of conversions by its code. */
export const conversionErrors: Readonly<Record<ConversionErrorCode, DiagnosticRule>> = {
  "conversion/failed": {
    severity: "error",
    message: "the conversion failed: {why}",
    help: "correct the converter; of a generated one, report it",
    explain:
      "A converter threw an error that has no code of its own. Generated converters throw none, and an error of a function in a declared conversion is conversion/function-failed. The API server answers the request with this error, and every list with the object in that version.",
  },
  "conversion/no-converter": {
    severity: "error",
    message: "{kind} of {apiVersion} has no conversion here",
    help: "name the generated `converters` in `conversions` of the provider or operator, or remove the conversion webhook from the CRD",
    explain:
      "The CRD of the kind sends conversions to this manager, and none of its converters is for the kind. Until one is, no object of the kind can be read in another version than the one it is stored in.",
  },
  "conversion/object-too-large": {
    severity: "error",
    message: "an object of the review has more than {limit} bytes",
    explain:
      "The API server stores at most 1.5 MiB of an object, and accepts requests of 3 MiB. A larger one in a ConversionReview is not of an API server, and would take memory that the manager needs for others.",
  },
  "conversion/too-many-objects": {
    severity: "error",
    message: "the review has more than {limit} objects",
    explain:
      "The API server sends each object in a ConversionReview of its own, those of lists too. A review of more objects than this is not of an API server, and would take memory that the manager needs for others.",
  },
  "conversion/envelope-too-large": {
    severity: "error",
    message: "the review has more than {limit} {what} beside its objects",
    explain:
      "The API server writes a uid, a version and the list of objects into a ConversionReview. What a review has beside its objects is parsed at once, while nothing else runs, so a review with more of it than this is not converted: the caller reads why in a failed review.",
  },
  "conversion/not-a-review": {
    severity: "error",
    message: "{reason}",
    help: "let nothing but the API server call the path of the webhook",
    explain:
      "The body of a request to the conversion webhook has to be a ConversionReview of apiextensions.k8s.io/v1, with a request that names a version and has a list of objects. Any other body is answered with the status 400. An API server sends none, so another program has called the webhook.",
  },
  "conversion/answer-too-large": {
    severity: "error",
    message: "the converted objects of the review have more than {limit} bytes together",
    explain:
      "A conversion changes some fields, and data that a version does not have adds 256 KiB to an object at most. Objects that become more than twice as large are not of an API server, and would fill the memory of the manager.",
  },
  "conversion/annotations-too-large": {
    severity: "error",
    message: "metadata.annotations has {size} bytes; at most {limit} leave room for the status",
    help: "remove annotations of the object",
    explain:
      "What a version does not have is kept in an annotation, and the API server allows 262,144 bytes of annotations. A sixteenth of them is left for what controllers write to the status: without it, an object could be filled so far that it cannot be converted after their next write.",
  },
  "conversion/data-changed": {
    severity: "error",
    message: "the annotation {annotation} has another value of {path} than before",
    help: "send the annotation as it was read, or remove {part} from it; to change the field, write the object as {apiVersion}",
    explain:
      "Conversions keep in the annotation what a version does not have. A value of the annotation is not checked by the schema and the rules of the version that it belongs to, so that a changed one could have what that version rejects, or change a field that is immutable. What a write removes there is removed from the object.",
  },
  "conversion/data-out-of-bounds": {
    severity: "error",
    message: "the annotation {annotation} has a value of {path} that is not allowed: {bound}",
    help: "correct the value, remove {part} from the annotation, or create the object as {apiVersion}",
    explain:
      "Conversions keep in the annotation what a version does not have. When an object is created with the annotation, nobody else has checked its values by the schema of the version that they belong to. Patterns, lengths, sizes and ranges are checked; rules in CEL are not.",
  },
  "conversion/mark-removed": {
    severity: "error",
    message: "the annotation {mark} cannot be removed",
    help: "delete the object, and create it again",
    explain:
      "`clusterctl move` puts this annotation in place of all others before it deletes an object, so what conversions had kept in an annotation is removed with them, also of the status. An object that went on without it would have lost fields that only its controller may change.",
  },
  "conversion/status-changed": {
    severity: "error",
    message:
      "the annotation {annotation} has another value of {path} than before, and a write of the object never changes its status",
    help: "send the annotation as it was read; a merge patch or an apply without the annotation leaves it as it is",
    explain:
      "Conversions keep in the annotation what a version does not have, also of the status. Only a write of the subresource `status` changes a status; by the annotation, everybody who may write the object could. The one exception is `clusterctl move`, which removes all annotations of an object before it deletes it.",
  },
  "conversion/status-created": {
    severity: "error",
    message: "the annotation {annotation} has {path}, and an object is created without a status",
    help: "remove status from the annotation, or create the object as {apiVersion}",
    explain:
      "The API server removes the status of an object that is created. Conversions keep in the annotation what a version does not have, also of the status: it would come back from there.",
  },
};
