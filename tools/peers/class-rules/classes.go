package main

import (
	"context"
	"fmt"

	"sigs.k8s.io/controller-runtime/pkg/client"

	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	"sigs.k8s.io/cluster-api/core/webhooks/admission"
	"sigs.k8s.io/cluster-api/feature"
)

// ClassQuestion is a class that is created or, with the class before, changed.
type ClassQuestion struct {
	Class    clusterv1.ClusterClass  `json:"class"`
	Before   *clusterv1.ClusterClass `json:"before"`
	Clusters []clusterv1.Cluster     `json:"clusters"`
}

func init() {
	gates := map[string]bool{"ClusterTopology": true, "RuntimeSDK": true, "MachineTaintPropagation": true}
	if err := feature.MutableGates.SetFromMap(gates); err != nil {
		panic(err)
	}
}

// checkClass returns whether the webhook accepts the class.
func checkClass(question *Question) (any, error) {
	ctx := context.Background()
	asked := question.Class
	webhook := &admission.ClusterClass{Client: usingClusters(asked.Clusters)}
	if asked.Before == nil {
		_, err := webhook.ValidateCreate(ctx, &asked.Class)
		return "accepted", err
	}
	_, err := webhook.ValidateUpdate(ctx, asked.Before, &asked.Class)
	return "accepted", err
}

// usingClusters are the Clusters of the class: nothing else is read.
type usingClusters []clusterv1.Cluster

// List returns all of them.
func (u usingClusters) List(_ context.Context, list client.ObjectList, _ ...client.ListOption) error {
	clusters, ok := list.(*clusterv1.ClusterList)
	if !ok {
		return fmt.Errorf("a list of %T is not known", list)
	}
	clusters.Items = u
	return nil
}

// Get is not called.
func (u usingClusters) Get(context.Context, client.ObjectKey, client.Object, ...client.GetOption) error {
	return fmt.Errorf("no object is read")
}
