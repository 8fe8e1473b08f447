//go:build tools

// Package tools names the program that this module builds; nothing imports it.
// Its version stands in go.mod; build.ts builds it into the cache.
package tools

import _ "sigs.k8s.io/kustomize/kustomize/v5"
