// Package v1beta1 has the webhooks of the provider for the HTTP cloud.
package v1beta1

import (
	"context"
	"maps"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/validation/field"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	infrav1 "capstan.invalid/tools/peers/provider-http/api/v1beta1"
	"capstan.invalid/tools/peers/provider-http/internal/cloud"
)

// +kubebuilder:webhook:verbs=create,path=/mutate-infrastructure-cluster-x-k8s-io-v1beta1-httpmachine,mutating=true,failurePolicy=fail,matchPolicy=Equivalent,groups=infrastructure.cluster.x-k8s.io,resources=httpmachines,versions=v1beta1,name=default.httpmachine.infrastructure.cluster.x-k8s.io,sideEffects=None,admissionReviewVersions=v1
// +kubebuilder:webhook:verbs=create;update,path=/validate-infrastructure-cluster-x-k8s-io-v1beta1-httpmachine,mutating=false,failurePolicy=fail,matchPolicy=Equivalent,groups=infrastructure.cluster.x-k8s.io,resources=httpmachines,versions=v1beta1,name=validation.httpmachine.infrastructure.cluster.x-k8s.io,sideEffects=None,admissionReviewVersions=v1

// HttpMachineWebhook sets the default image of a HttpMachine and checks its flavor: the cloud says which there are.
type HttpMachineWebhook struct {
	Cloud *cloud.Client
}

var (
	_ admission.Defaulter[*infrav1.HttpMachine] = &HttpMachineWebhook{}
	_ admission.Validator[*infrav1.HttpMachine] = &HttpMachineWebhook{}
)

// SetupWebhookWithManager adds the webhooks to a manager.
func (w *HttpMachineWebhook) SetupWebhookWithManager(mgr ctrl.Manager) error {
	return ctrl.NewWebhookManagedBy(mgr, &infrav1.HttpMachine{}).WithDefaulter(w).WithValidator(w).Complete()
}

// Default sets the image to the one of the flavor.
func (w *HttpMachineWebhook) Default(ctx context.Context, machine *infrav1.HttpMachine) error {
	if machine.Spec.Image != "" {
		return nil
	}
	flavors, err := w.Cloud.Flavors(ctx)
	if err != nil {
		return err
	}
	machine.Spec.Image = flavors[machine.Spec.Flavor]
	return nil
}

// ValidateCreate rejects a flavor that the cloud does not have.
func (w *HttpMachineWebhook) ValidateCreate(ctx context.Context, machine *infrav1.HttpMachine) (admission.Warnings, error) {
	flavors, err := w.Cloud.Flavors(ctx)
	if err != nil {
		return nil, err
	}
	if _, ok := flavors[machine.Spec.Flavor]; ok {
		return nil, nil
	}
	supported := slices.Sorted(maps.Keys(flavors))
	return nil, invalid("HttpMachine", machine.Name, field.NotSupported(field.NewPath("spec", "flavor"), machine.Spec.Flavor, supported))
}

// ValidateUpdate rejects a change of the flavor and of the image.
func (w *HttpMachineWebhook) ValidateUpdate(_ context.Context, oldMachine, machine *infrav1.HttpMachine) (admission.Warnings, error) {
	var errs field.ErrorList
	if machine.Spec.Flavor != oldMachine.Spec.Flavor {
		errs = append(errs, field.Invalid(field.NewPath("spec", "flavor"), machine.Spec.Flavor, "field is immutable"))
	}
	if machine.Spec.Image != oldMachine.Spec.Image {
		errs = append(errs, field.Invalid(field.NewPath("spec", "image"), machine.Spec.Image, "field is immutable"))
	}
	return nil, invalid("HttpMachine", machine.Name, errs...)
}

// ValidateDelete allows every deletion.
func (w *HttpMachineWebhook) ValidateDelete(context.Context, *infrav1.HttpMachine) (admission.Warnings, error) {
	return nil, nil
}

func invalid(kind, name string, errs ...*field.Error) error {
	if len(errs) == 0 {
		return nil
	}
	return apierrors.NewInvalid(infrav1.GroupVersion.WithKind(kind).GroupKind(), name, errs)
}
