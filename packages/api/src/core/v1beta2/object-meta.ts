// Labels and annotations of what is created, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.

/**
 * Labels and annotations for objects that are created from this one.
 * @minProperties 1
 */
export interface ObjectMeta {
  /** labels are key and value pairs by which objects are organized and selected. */
  labels?: Record<string, string>;
  /** annotations are notes for tools, copied to what is created; they cannot be selected by. */
  annotations?: Record<string, string>;
}
