// Package v1alpha1 is provider-local's API in Go: what examples/provider-local/src/api/v1alpha1 says in TypeScript.
// +groupName=infrastructure.cluster.x-k8s.io
package v1alpha1
