package controller

import (
	"context"
	"errors"
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"sigs.k8s.io/cluster-api/util/conditions"
	"sigs.k8s.io/controller-runtime/pkg/client"

	infrav1 "capstan.invalid/tools/peers/provider-http/api/v1beta1"
	"capstan.invalid/tools/peers/provider-http/internal/cloud"
)

// +kubebuilder:rbac:groups=infrastructure.cluster.x-k8s.io,resources=httpidentities,verbs=get;list;watch
// +kubebuilder:rbac:groups="",resources=secrets,verbs=get;list;watch
// +kubebuilder:rbac:groups="",resources=namespaces,verbs=get

// noAccountError says why a cluster has no account.
type noAccountError struct {
	reason  string
	message string
}

func (e *noAccountError) Error() string { return e.message }

// accountOf returns the account that a cluster uses. It is called in each reconcile: a namespace may lose its right, and a token may be replaced.
func accountOf(ctx context.Context, c client.Client, cloudClient *cloud.Client, cluster *infrav1.HttpCluster) (*cloud.Account, error) {
	identity := &infrav1.HttpIdentity{}
	if err := c.Get(ctx, client.ObjectKey{Name: cluster.Spec.Identity}, identity); err != nil {
		if apierrors.IsNotFound(err) {
			return nil, &noAccountError{infrav1.IdentityNotFoundReason, fmt.Sprintf("HttpIdentity %q does not exist", cluster.Spec.Identity)}
		}
		return nil, err
	}
	allowed, err := isAllowed(ctx, c, identity.Spec.AllowedNamespaces, cluster.Namespace)
	if err != nil {
		return nil, err
	}
	if !allowed {
		message := fmt.Sprintf("HttpIdentity %q does not allow the namespace %q in spec.allowedNamespaces", identity.Name, cluster.Namespace)
		return nil, &noAccountError{infrav1.NamespaceNotAllowedReason, message}
	}
	secret := &corev1.Secret{}
	key := client.ObjectKey{Namespace: identity.Spec.SecretRef.Namespace, Name: identity.Spec.SecretRef.Name}
	if err := c.Get(ctx, key, secret); client.IgnoreNotFound(err) != nil {
		return nil, err
	}
	token := string(secret.Data["token"])
	if token == "" {
		return nil, &noAccountError{infrav1.TokenMissingReason, fmt.Sprintf("the Secret of HttpIdentity %s has no token", identity.Name)}
	}
	return cloudClient.Account(token), nil
}

func isAllowed(ctx context.Context, c client.Client, allowed *infrav1.AllowedNamespaces, name string) (bool, error) {
	if allowed == nil {
		return false, nil
	}
	if allowed.NamespaceList == nil && allowed.Selector == nil {
		return true, nil
	}
	if slices.Contains(allowed.NamespaceList, name) {
		return true, nil
	}
	// A selector that is nil matches nothing.
	selector, err := metav1.LabelSelectorAsSelector(allowed.Selector)
	if err != nil || selector.Empty() || allowed.Selector == nil {
		return err == nil && allowed.Selector != nil, err
	}
	namespace := &corev1.Namespace{}
	if err := c.Get(ctx, client.ObjectKey{Name: name}, namespace); err != nil {
		return false, err
	}
	return selector.Matches(labels.Set(namespace.Labels)), nil
}

// setAccountReady sets the condition AccountReady, and returns whether err says why there is no account.
func setAccountReady(obj conditions.Setter, err error) bool {
	var noAccount *noAccountError
	switch {
	case err == nil:
		conditions.Set(obj, metav1.Condition{
			Type:   infrav1.AccountReadyCondition,
			Status: metav1.ConditionTrue,
			Reason: infrav1.AccountFoundReason,
		})
	case errors.As(err, &noAccount):
		conditions.Set(obj, metav1.Condition{
			Type:    infrav1.AccountReadyCondition,
			Status:  metav1.ConditionFalse,
			Reason:  noAccount.reason,
			Message: noAccount.message,
		})
	}
	return noAccount != nil
}
