package main

import (
	"context"

	"sigs.k8s.io/cluster-api/exp/topology/desiredstate"
)

// PlanQuestion is an upgrade, and the plan for it or the versions that there are.
type PlanQuestion struct {
	To           string   `json:"to"`
	From         string   `json:"from"`
	FromWorkers  string   `json:"fromWorkers"`
	ControlPlane []string `json:"controlPlane"`
	Workers      []string `json:"workers"`
	Versions     []string `json:"versions"`
}

// Plan is what the control plane and the workers upgrade to.
type Plan struct {
	ControlPlane []string `json:"controlPlane"`
	Workers      []string `json:"workers"`
}

// validatePlan returns the plan with its defaults.
func validatePlan(question *Question) (any, error) {
	plan := question.Plan
	return withDefaults(plan, plan.ControlPlane, plan.Workers)
}

// planOfVersions returns the plan for a ClusterClass with these versions.
func planOfVersions(question *Question) (any, error) {
	return defaulted(question, desiredstate.GetUpgradePlanFromClusterClassVersions(question.Plan.Versions))
}

// planOfOneMinor returns the plan for a ClusterClass without versions.
func planOfOneMinor(question *Question) (any, error) {
	return defaulted(question, desiredstate.GetUpgradePlanOneMinor)
}

func defaulted(question *Question, planner desiredstate.GetUpgradePlanFunc) (any, error) {
	plan := question.Plan
	controlPlane, workers, err := planner(context.Background(), plan.To, plan.From, plan.FromWorkers)
	if err != nil {
		return nil, err
	}
	return withDefaults(plan, controlPlane, workers)
}

func withDefaults(plan *PlanQuestion, controlPlane, workers []string) (any, error) {
	workers, err := desiredstate.DefaultAndValidateUpgradePlans(plan.To, plan.From, plan.FromWorkers, controlPlane, workers)
	// Lists, also where there are no steps.
	return Plan{ControlPlane: append([]string{}, controlPlane...), Workers: append([]string{}, workers...)}, err
}
