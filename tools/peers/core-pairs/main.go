// Command core-pairs writes random Clusters and Machines in both API versions, converted by Cluster API's own functions, and what
// Cluster API's own functions say about them, as JSON. Half of the objects began as v1beta1, half as v1beta2.
//
// The tests of packages/api ask both objects of a pair the same questions (facts.json is the committed output).
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	corev1beta1 "sigs.k8s.io/cluster-api/api/core/v1beta1"
	corev1beta2 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	"sigs.k8s.io/cluster-api/core/webhooks/conversion"
	conversionutil "sigs.k8s.io/cluster-api/util/conversion"
)

// objectsOfEach is how many objects of each kind begin in each version.
const objectsOfEach = 25

// Pair is one object in both versions.
type Pair struct {
	V1Beta1 runtime.Object `json:"v1beta1"`
	V1Beta2 runtime.Object `json:"v1beta2"`
	Answers Answers        `json:"answers"`
}

// Facts is the whole output.
type Facts struct {
	Clusters []Pair `json:"clusters"`
	Machines []Pair `json:"machines"`
}

func main() {
	facts, err := convertAll()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if err := json.NewEncoder(os.Stdout).Encode(facts); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func convertAll() (*Facts, error) {
	conversion.SetAPIVersionGetter(func(_ context.Context, kind schema.GroupKind) (string, error) {
		return kind.Group + "/v1beta1", nil
	})
	ctx, fill, facts := context.Background(), newFiller(), &Facts{}
	for range objectsOfEach {
		older, newer := &corev1beta1.Cluster{}, &corev1beta2.Cluster{}
		fill.Fill(older)
		if err := conversion.ConvertClusterV1Beta1ToHub(ctx, older, newer); err != nil {
			return nil, err
		}
		facts.Clusters = append(facts.Clusters, clusterPair(older, newer))
		older, newer = &corev1beta1.Cluster{}, &corev1beta2.Cluster{}
		fill.Fill(newer)
		// The conversion clears parts of what it converts.
		if err := conversion.ConvertClusterHubToV1Beta1(ctx, newer.DeepCopy(), older); err != nil {
			return nil, err
		}
		facts.Clusters = append(facts.Clusters, clusterPair(older, newer))
	}
	for range objectsOfEach {
		older, newer := &corev1beta1.Machine{}, &corev1beta2.Machine{}
		fill.Fill(older)
		if err := conversion.ConvertMachineV1Beta1ToHub(ctx, older, newer); err != nil {
			return nil, err
		}
		facts.Machines = append(facts.Machines, machinePair(older, newer))
		older, newer = &corev1beta1.Machine{}, &corev1beta2.Machine{}
		fill.Fill(newer)
		if err := conversion.ConvertMachineHubToV1Beta1(ctx, newer.DeepCopy(), older); err != nil {
			return nil, err
		}
		facts.Machines = append(facts.Machines, machinePair(older, newer))
	}
	return facts, nil
}

func clusterPair(older *corev1beta1.Cluster, newer *corev1beta2.Cluster) Pair {
	older.SetGroupVersionKind(corev1beta1.GroupVersion.WithKind("Cluster"))
	newer.SetGroupVersionKind(corev1beta2.GroupVersion.WithKind("Cluster"))
	delete(older.Annotations, conversionutil.DataAnnotation)
	return Pair{V1Beta1: older, V1Beta2: newer, Answers: answersOfCluster(newer)}
}

func machinePair(older *corev1beta1.Machine, newer *corev1beta2.Machine) Pair {
	older.SetGroupVersionKind(corev1beta1.GroupVersion.WithKind("Machine"))
	newer.SetGroupVersionKind(corev1beta2.GroupVersion.WithKind("Machine"))
	delete(older.Annotations, conversionutil.DataAnnotation)
	return Pair{V1Beta1: older, V1Beta2: newer, Answers: answersOfMachine(newer)}
}
