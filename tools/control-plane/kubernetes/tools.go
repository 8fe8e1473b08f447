//go:build tools

// Package tools names the programs that this module builds; nothing imports it.
// Their versions stand in go.mod; build.ts builds each one into the cache.
package tools

import (
	_ "go.etcd.io/etcd/server/v3/etcdmain"
	_ "k8s.io/kubernetes/cmd/kube-apiserver"
	_ "k8s.io/kubernetes/cmd/kube-controller-manager"
	_ "k8s.io/kubernetes/cmd/kubectl"
)
