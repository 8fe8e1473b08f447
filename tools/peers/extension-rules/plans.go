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
	workers, err := desiredstate.DefaultAndValidateUpgradePlans(plan.To, plan.From, plan.FromWorkers, plan.ControlPlane, plan.Workers)
	return Plan{ControlPlane: plan.ControlPlane, Workers: workers}, err
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
	workers, err = desiredstate.DefaultAndValidateUpgradePlans(plan.To, plan.From, plan.FromWorkers, controlPlane, workers)
	return Plan{ControlPlane: controlPlane, Workers: workers}, err
}
