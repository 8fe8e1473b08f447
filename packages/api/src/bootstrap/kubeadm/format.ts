// Formats of bootstrap data; the same in both versions.
// Shapes and bounds are those of Cluster API 1.14.

/** The formats of bootstrap data. */
export type Format = "cloud-config" | "ignition";
