// Command answers says which answers of Runtime Extensions Cluster API accepts, by its own code: it reads questions from its standard input, one
// JSON document a line, and writes one verdict a line. tools/oracle compares them with the rules of @capstan/extension-kit. Its module has a path
// below Cluster API's, so that it may import what is internal there.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	runtimehooksv1 "sigs.k8s.io/cluster-api/api/runtime/hooks/v1alpha1"
	"sigs.k8s.io/cluster-api/exp/topology/desiredstate"
	"sigs.k8s.io/cluster-api/internal/topology/variables"
	"sigs.k8s.io/cluster-api/internal/util/patch"
)

// Question is about one answer: the field that is set says which.
type Question struct {
	Plan      *Plan           `json:"plan"`
	Variables json.RawMessage `json:"variables"`
	Patch     *Patch          `json:"patch"`
}

// Plan is an upgrade plan, and the upgrade that it is for.
type Plan struct {
	To           string   `json:"to"`
	ControlPlane string   `json:"controlPlane"`
	Workers      string   `json:"workers"`
	Steps        []string `json:"steps"`
	WorkerSteps  []string `json:"workerSteps"`
}

// Patch is a patch of an object, in the form of an answer.
type Patch struct {
	Object json.RawMessage      `json:"object"`
	Patch  runtimehooksv1.Patch `json:"patch"`
}

// Verdict is why the answer is rejected; empty when it is accepted.
type Verdict struct {
	Error string `json:"error,omitempty"`
	// Result is the object that a patch makes, as far as it is taken over.
	Result json.RawMessage `json:"result,omitempty"`
}

func main() {
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve() error {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 16<<20)
	out := bufio.NewWriter(os.Stdout)
	encoder := json.NewEncoder(out)
	for in.Scan() {
		question := Question{}
		if err := json.Unmarshal(in.Bytes(), &question); err != nil {
			return err
		}
		if err := encoder.Encode(verdictOf(question)); err != nil {
			return err
		}
	}
	if err := in.Err(); err != nil {
		return err
	}
	return out.Flush()
}

func verdictOf(question Question) Verdict {
	switch {
	case question.Plan != nil:
		plan := question.Plan
		_, err := desiredstate.DefaultAndValidateUpgradePlans(plan.To, plan.ControlPlane, plan.Workers, plan.Steps, plan.WorkerSteps)
		return verdict(err)
	case question.Patch != nil:
		object := runtime.RawExtension{Raw: question.Patch.Object}
		if _, err := patch.ApplyPatchToObject(context.Background(), &object, question.Patch.Patch, []string{"spec"}); err != nil {
			return verdict(err)
		}
		return Verdict{Result: object.Raw}
	default:
		// As the answer of an extension is read.
		given := []clusterv1.ClusterClassVariable{}
		if err := json.Unmarshal(question.Variables, &given); err != nil {
			return verdict(err)
		}
		errs := variables.ValidateClusterClassVariables(context.Background(), nil, given, field.NewPath("variables"))
		if len(errs) == 0 {
			return Verdict{}
		}
		return verdict(errs.ToAggregate())
	}
}

func verdict(err error) Verdict {
	if err == nil {
		return Verdict{}
	}
	return Verdict{Error: err.Error()}
}
