package main

import (
	"sigs.k8s.io/cluster-api/internal/topology/names"
)

// NameQuestion is a template of names, and what it can name.
type NameQuestion struct {
	Of       string `json:"of"`
	Template string `json:"template"`
	Cluster  string `json:"cluster"`
	Other    string `json:"other"`
}

// generateName returns a name from the template.
func generateName(question *Question) (any, error) {
	asked := question.Name
	return generatorOf(asked).GenerateName()
}

func generatorOf(asked *NameQuestion) names.NameGenerator {
	switch asked.Of {
	case "machineDeployment":
		return names.MachineDeploymentNameGenerator(asked.Template, asked.Cluster, asked.Other)
	case "machinePool":
		return names.MachinePoolNameGenerator(asked.Template, asked.Cluster, asked.Other)
	case "infrastructure":
		return names.InfraClusterNameGenerator(asked.Template, asked.Cluster)
	default:
		return names.ControlPlaneNameGenerator(asked.Template, asked.Cluster)
	}
}
