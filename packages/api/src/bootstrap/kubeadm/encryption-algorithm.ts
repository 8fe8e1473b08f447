// Algorithms of keys and certificates; the same in both versions.
// Shapes and bounds are those of Cluster API 1.14.

/** The algorithms that keys and certificates can be made with; "ECDSA-P384" since Kubernetes 1.34. */
export type EncryptionAlgorithmType = "ECDSA-P256" | "ECDSA-P384" | "RSA-2048" | "RSA-3072" | "RSA-4096";
