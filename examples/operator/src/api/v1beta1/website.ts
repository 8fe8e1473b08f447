// The first version of the API: its pages had one heading. It is converted to v1, in which objects are stored.
import { defineResource, type Int64, type KubeObject, type Resource } from "@capstan/api";

/** WebsiteSpec defines the desired state of Website. */
export interface WebsiteSpec {
  /**
   * heading is the heading of the page.
   * @minLength 1
   * @maxLength 64
   */
  heading: string;
  /**
   * greeting is the text of the page.
   * @maxLength 1024
   * @default "Hello!"
   */
  greeting?: string;
}

/** WebsiteStatus defines the observed state of Website. */
export interface WebsiteStatus {
  /** observedGeneration is the generation of the spec that was published last. */
  observedGeneration?: Int64;
}

/** Website is the Schema for the websites API. */
export interface Website extends KubeObject<"example.com/v1beta1", "Website"> {
  /** spec is the desired state of Website. */
  spec: WebsiteSpec;
  /** status is the observed state of Website. */
  status?: WebsiteStatus;
}
export const Website: Resource<Website> = defineResource({
  apiVersion: "example.com/v1beta1",
  kind: "Website",
  printColumns: { Heading: ".spec.heading", Age: ".metadata.creationTimestamp" },
});
