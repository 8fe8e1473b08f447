// The API of the operator: a website, served from a ConfigMap.
import { defineResource, type Int64, type KubeObject, type Resource } from "@capstan/api";

/** WebsiteSpec defines the desired state of Website. */
export interface WebsiteSpec {
  /**
   * title is the title of the page.
   * @minLength 1
   * @maxLength 64
   */
  title: string;
  /**
   * greeting is the text of the page.
   * @maxLength 1024
   * @default "Hello!"
   */
  greeting?: string;
  /**
   * host is the name under which the page is served. It cannot change.
   * @maxLength 253
   */
  host?: string;
}

/** WebsiteStatus defines the observed state of Website. */
export interface WebsiteStatus {
  /** observedGeneration is the generation of the spec that was published last. */
  observedGeneration?: Int64;
}

/** Website is the Schema for the websites API. */
export interface Website extends KubeObject<"example.com/v1", "Website"> {
  /** spec is the desired state of Website. */
  spec: WebsiteSpec;
  /** status is the observed state of Website. */
  status?: WebsiteStatus;
}
export const Website: Resource<Website> = defineResource({
  apiVersion: "example.com/v1",
  kind: "Website",
  storage: true,
  printColumns: { Title: ".spec.title", Age: ".metadata.creationTimestamp" },
});
