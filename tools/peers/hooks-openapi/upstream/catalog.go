//go:build catalog_document

// Up to Cluster API 1.13 its catalog writes the document itself.
package main

import (
	"k8s.io/kube-openapi/pkg/spec3"
	hooksv1 "sigs.k8s.io/cluster-api/api/runtime/hooks/v1alpha1"
	runtimecatalog "sigs.k8s.io/cluster-api/exp/runtime/catalog"
)

func documentOf(version string) (*spec3.OpenAPI, error) {
	catalog := runtimecatalog.New()
	if err := hooksv1.AddToCatalog(catalog); err != nil {
		return nil, err
	}
	catalog.AddOpenAPIDefinitions(definitions)
	return catalog.OpenAPI(version)
}
