package main

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/cluster-api/util/conditions"
)

func failed(err error) Result { return Result{Error: err.Error()} }

func stored(object *Object) Result { return Result{Conditions: object.Conditions} }

func one(condition *metav1.Condition) Result {
	if condition == nil {
		return Result{}
	}
	return Result{Conditions: []metav1.Condition{*condition}}
}

func set(c *Case) Result {
	conditions.Set(c.Objects[0], *c.Condition)
	return stored(c.Objects[0])
}

func remove(c *Case) Result {
	conditions.Delete(c.Objects[0], c.Type)
	return stored(c.Objects[0])
}

func get(c *Case) Result { return one(conditions.Get(c.Objects[0], c.Type)) }

func mirrorOptions(c *Case) []conditions.MirrorOption {
	options := []conditions.MirrorOption{conditions.TargetConditionType(c.Target)}
	if c.Fallback != nil {
		options = append(options, conditions.FallbackCondition{
			Status: metav1.ConditionStatus(c.Fallback.Status), Reason: c.Fallback.Reason, Message: c.Fallback.Message,
		})
	}
	return options
}

func mirror(c *Case) Result {
	conditions.SetMirrorCondition(c.Objects[1], c.Objects[0], c.Type, mirrorOptions(c)...)
	return stored(c.Objects[0])
}

func mirrorForeign(c *Case) Result {
	from := &unstructured.Unstructured{}
	// Numbers are whole ones, as in objects that a client has read.
	if err := json.Unmarshal(c.Foreign, &from.Object); err != nil {
		return failed(err)
	}
	if err := conditions.SetMirrorConditionFromUnstructured(from, c.Objects[0], c.Type, mirrorOptions(c)...); err != nil {
		return failed(err)
	}
	return stored(c.Objects[0])
}

func strategy(s *Strategy) conditions.CustomMergeStrategy {
	return conditions.CustomMergeStrategy{MergeStrategy: conditions.DefaultMergeStrategy(
		conditions.ComputeReasonFunc(conditions.GetDefaultComputeMergeReasonFunc(s.Issue, s.Unknown, s.Info)),
		conditions.TargetConditionHasPositivePolarity(!s.NegativeTarget),
		conditions.GetPriorityFunc(conditions.GetDefaultMergePriorityFunc(s.NegativePolarity...)),
		conditions.SummaryMessageTransformFunc(func(lines []string) []string { return lines[:min(len(lines), s.Lines)] }),
	)}
}

func summary(c *Case) Result {
	options := []conditions.SummaryOption{
		conditions.ForConditionTypes(c.Options.Types),
		conditions.NegativePolarityConditionTypes(c.Options.NegativePolarity),
		conditions.IgnoreTypesIfMissing(c.Options.IgnoreIfMissing),
	}
	overrides := conditions.OverrideConditions{}
	for _, override := range c.Options.Overrides {
		overrides = append(overrides, conditions.ConditionWithOwnerInfo{Condition: override})
	}
	options = append(options, overrides)
	if c.Options.Strategy != nil {
		options = append(options, strategy(c.Options.Strategy))
	}
	if err := conditions.SetSummaryCondition(c.Objects[0], c.Objects[0], c.Target, options...); err != nil {
		return failed(err)
	}
	return stored(c.Objects[0])
}

func aggregate(c *Case) Result {
	options := []conditions.AggregateOption{conditions.TargetConditionType(c.Target)}
	if len(c.Options.NegativePolarity) > 0 {
		options = append(options, conditions.NegativePolarityConditionTypes(c.Options.NegativePolarity))
	}
	if c.Options.Strategy != nil {
		options = append(options, strategy(c.Options.Strategy))
	}
	if err := conditions.SetAggregateCondition(c.Objects[1:], c.Objects[0], c.Type, options...); err != nil {
		return failed(err)
	}
	return stored(c.Objects[0])
}

// patch merges what changed between the first two objects into the third.
func patch(c *Case) Result {
	change, err := conditions.NewPatch(c.Objects[0], c.Objects[1])
	if err != nil {
		return failed(err)
	}
	if err := change.Apply(c.Objects[2], conditions.OwnedConditionTypes(c.Options.Owned)); err != nil {
		return failed(err)
	}
	return stored(c.Objects[2])
}
