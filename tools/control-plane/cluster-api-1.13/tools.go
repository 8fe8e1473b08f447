//go:build tools

// Package tools names the programs that this module builds; nothing imports it.
// Their versions stand in go.mod; build.ts builds each one into the cache.
package tools

import (
	_ "sigs.k8s.io/cluster-api/bootstrap/kubeadm"
	_ "sigs.k8s.io/cluster-api/cmd/clusterctl"
	_ "sigs.k8s.io/cluster-api/controlplane/kubeadm"
	_ "sigs.k8s.io/cluster-api"
	_ "sigs.k8s.io/cluster-api/test/infrastructure/docker"
)
