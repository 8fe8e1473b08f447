package controller

import (
	"context"
	"errors"
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	"sigs.k8s.io/cluster-api/util/conditions"
	ctrl "sigs.k8s.io/controller-runtime"

	infrav1 "capstan.invalid/tools/peers/provider-http/api/v1beta1"
	"capstan.invalid/tools/peers/provider-http/internal/cloud"
	"capstan.invalid/tools/peers/provider-http/internal/once"
)

// setFalse sets a condition to false.
func setFalse(obj conditions.Setter, conditionType, reason, message string) {
	conditions.Set(obj, metav1.Condition{Type: conditionType, Status: metav1.ConditionFalse, Reason: reason, Message: message})
}

// setReady sets Ready, the summary of conditions.
func setReady(obj conditions.Setter, options ...conditions.SummaryOption) error {
	reasons := conditions.GetDefaultComputeMergeReasonFunc(clusterv1.NotReadyReason, clusterv1.ReadyUnknownReason, clusterv1.ReadyReason)
	strategy := conditions.DefaultMergeStrategy(conditions.ComputeReasonFunc(reasons))
	options = append(options, conditions.CustomMergeStrategy{MergeStrategy: strategy})
	if err := conditions.SetSummaryCondition(obj, obj, clusterv1.ReadyCondition, options...); err != nil {
		return fmt.Errorf("failed to set the Ready condition: %w", err)
	}
	return nil
}

// failed turns an error of the cloud into a result. What passes is tried again when that can help, and leaves a condition that is true as it is.
func failed(ctx context.Context, obj conditions.Setter, conditionType string, err error) (ctrl.Result, error) {
	if errors.Is(err, once.ErrGone) {
		setFalse(obj, conditionType, infrav1.GoneReason, err.Error())
		return ctrl.Result{}, nil
	}
	var passing interface{ RetryAfter() time.Duration }
	if errors.As(err, &passing) && passing.RetryAfter() > 0 {
		ctrl.LoggerFrom(ctx).Info("Trying again later", "reason", err.Error(), "after", passing.RetryAfter())
		if !conditions.IsTrue(obj, conditionType) {
			setFalse(obj, conditionType, infrav1.CreatingReason, err.Error())
		}
		return ctrl.Result{RequeueAfter: passing.RetryAfter()}, nil
	}
	var call *cloud.Error
	if errors.As(err, &call) {
		setFalse(obj, conditionType, infrav1.CallFailedReason, call.Error())
	}
	return ctrl.Result{}, err
}
