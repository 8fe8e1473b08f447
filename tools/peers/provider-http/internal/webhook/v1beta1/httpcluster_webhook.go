package v1beta1

import (
	"context"

	"k8s.io/apimachinery/pkg/util/validation/field"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	infrav1 "capstan.invalid/tools/peers/provider-http/api/v1beta1"
)

// +kubebuilder:webhook:verbs=update,path=/validate-infrastructure-cluster-x-k8s-io-v1beta1-httpcluster,mutating=false,failurePolicy=fail,matchPolicy=Equivalent,groups=infrastructure.cluster.x-k8s.io,resources=httpclusters,versions=v1beta1,name=validation.httpcluster.infrastructure.cluster.x-k8s.io,sideEffects=None,admissionReviewVersions=v1

// HttpClusterWebhook keeps the fields of a HttpCluster that cannot change.
type HttpClusterWebhook struct{}

var _ admission.Validator[*infrav1.HttpCluster] = &HttpClusterWebhook{}

// SetupWebhookWithManager adds the webhook to a manager.
func (w *HttpClusterWebhook) SetupWebhookWithManager(mgr ctrl.Manager) error {
	return ctrl.NewWebhookManagedBy(mgr, &infrav1.HttpCluster{}).WithValidator(w).Complete()
}

// ValidateCreate allows every HttpCluster.
func (w *HttpClusterWebhook) ValidateCreate(context.Context, *infrav1.HttpCluster) (admission.Warnings, error) {
	return nil, nil
}

// ValidateUpdate rejects a change of the identity, and of the endpoint once it is set.
func (w *HttpClusterWebhook) ValidateUpdate(_ context.Context, oldCluster, cluster *infrav1.HttpCluster) (admission.Warnings, error) {
	var errs field.ErrorList
	if cluster.Spec.Identity != oldCluster.Spec.Identity {
		errs = append(errs, field.Invalid(field.NewPath("spec", "identity"), cluster.Spec.Identity, "field is immutable"))
	}
	endpoint := oldCluster.Spec.ControlPlaneEndpoint
	if endpoint.IsValid() && cluster.Spec.ControlPlaneEndpoint != endpoint {
		errs = append(errs, field.Invalid(field.NewPath("spec", "controlPlaneEndpoint"), cluster.Spec.ControlPlaneEndpoint.String(), "field is immutable once it is set"))
	}
	return nil, invalid("HttpCluster", cluster.Name, errs...)
}

// ValidateDelete allows every deletion.
func (w *HttpClusterWebhook) ValidateDelete(context.Context, *infrav1.HttpCluster) (admission.Warnings, error) {
	return nil, nil
}
