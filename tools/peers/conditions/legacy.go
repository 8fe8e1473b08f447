package main

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/json"
	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	legacy "sigs.k8s.io/cluster-api/util/conditions/deprecated/v1beta1"
)

func legacyStored(object *Object) Result { return Result{Legacy: object.Legacy} }

func types(names []string) []clusterv1.ConditionType {
	var list []clusterv1.ConditionType
	for _, name := range names {
		list = append(list, clusterv1.ConditionType(name))
	}
	return list
}

func legacySet(c *Case) Result {
	legacy.Set(c.Objects[0], c.Legacy)
	return legacyStored(c.Objects[0])
}

func legacyMark(c *Case) Result {
	to, mark := c.Objects[0], c.Legacy
	switch mark.Status {
	case "True":
		legacy.MarkTrue(to, mark.Type)
	case "False":
		legacy.MarkFalse(to, mark.Type, mark.Reason, mark.Severity, "%s", mark.Message)
	default:
		legacy.MarkUnknown(to, mark.Type, mark.Reason, "%s", mark.Message)
	}
	return legacyStored(to)
}

func legacyDelete(c *Case) Result {
	legacy.Delete(c.Objects[0], clusterv1.ConditionType(c.Type))
	return legacyStored(c.Objects[0])
}

func legacyGet(c *Case) Result {
	found := legacy.Get(c.Objects[0], clusterv1.ConditionType(c.Type))
	if found == nil {
		return Result{}
	}
	return Result{Legacy: clusterv1.Conditions{*found}}
}

func legacyMirror(c *Case) Result { return legacyMirrorOf(c, c.Objects[1]) }

func legacyMirrorForeign(c *Case) Result {
	from := &unstructured.Unstructured{}
	// Numbers are whole ones, as in objects that a client has read.
	if err := json.Unmarshal(c.Foreign, &from.Object); err != nil {
		return failed(err)
	}
	return legacyMirrorOf(c, legacy.UnstructuredGetter(from))
}

func legacyMirrorOf(c *Case, from legacy.Getter) Result {
	options := []legacy.MirrorOptions{}
	if c.Fallback != nil {
		options = append(options, legacy.WithFallbackValue(c.Fallback.Status == "True", c.Fallback.Reason,
			clusterv1.ConditionSeverity(c.Fallback.Severity), c.Fallback.Message))
	}
	legacy.SetMirror(c.Objects[0], clusterv1.ConditionType(c.Target), from, options...)
	return legacyStored(c.Objects[0])
}

func mergeOptions(o Options) []legacy.MergeOption {
	options := []legacy.MergeOption{
		legacy.WithConditions(types(o.Types)...),
		legacy.WithNegativePolarityConditions(types(o.NegativePolarity)...),
	}
	if o.StepCounter != nil {
		options = append(options, legacy.WithStepCounterIf(*o.StepCounter))
	}
	if len(o.StepCounterIfOnly) > 0 {
		options = append(options, legacy.WithStepCounterIfOnly(types(o.StepCounterIfOnly)...))
	}
	if o.AddSourceRef {
		options = append(options, legacy.AddSourceRef())
	}
	return options
}

func legacySummary(c *Case) Result {
	legacy.SetSummary(c.Objects[0], mergeOptions(c.Options)...)
	return legacyStored(c.Objects[0])
}

func legacyAggregate(c *Case) Result {
	from := []legacy.Getter{}
	for _, object := range c.Objects[1:] {
		from = append(from, object)
	}
	legacy.SetAggregate(c.Objects[0], clusterv1.ConditionType(c.Target), from, mergeOptions(c.Options)...)
	return legacyStored(c.Objects[0])
}

func legacyPatch(c *Case) Result {
	change, err := legacy.NewPatch(c.Objects[0], c.Objects[1])
	if err != nil {
		return failed(err)
	}
	if err := change.Apply(c.Objects[2], legacy.WithOwnedConditions(types(c.Options.Owned)...)); err != nil {
		return failed(err)
	}
	return legacyStored(c.Objects[2])
}
