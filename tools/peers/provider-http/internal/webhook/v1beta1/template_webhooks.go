package v1beta1

import (
	"context"

	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/cluster-api/util/topology"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	infrav1 "capstan.invalid/tools/peers/provider-http/api/v1beta1"
)

// +kubebuilder:webhook:verbs=update,path=/validate-infrastructure-cluster-x-k8s-io-v1beta1-httpclustertemplate,mutating=false,failurePolicy=fail,matchPolicy=Equivalent,groups=infrastructure.cluster.x-k8s.io,resources=httpclustertemplates,versions=v1beta1,name=validation.httpclustertemplate.infrastructure.cluster.x-k8s.io,sideEffects=None,admissionReviewVersions=v1
// +kubebuilder:webhook:verbs=update,path=/validate-infrastructure-cluster-x-k8s-io-v1beta1-httpmachinetemplate,mutating=false,failurePolicy=fail,matchPolicy=Equivalent,groups=infrastructure.cluster.x-k8s.io,resources=httpmachinetemplates,versions=v1beta1,name=validation.httpmachinetemplate.infrastructure.cluster.x-k8s.io,sideEffects=None,admissionReviewVersions=v1

// templateValidator rejects a change of the template of a kind of templates, except in the dry runs of the topology controller.
type templateValidator[T client.Object] struct {
	kind     string
	template func(T) any
}

// SetupTemplateWebhooksWithManager adds the webhooks of the templates to a manager.
func SetupTemplateWebhooksWithManager(mgr ctrl.Manager) error {
	clusters := &templateValidator[*infrav1.HttpClusterTemplate]{
		kind:     "HttpClusterTemplate",
		template: func(t *infrav1.HttpClusterTemplate) any { return t.Spec.Template },
	}
	if err := ctrl.NewWebhookManagedBy(mgr, &infrav1.HttpClusterTemplate{}).WithValidator(clusters).Complete(); err != nil {
		return err
	}
	machines := &templateValidator[*infrav1.HttpMachineTemplate]{
		kind:     "HttpMachineTemplate",
		template: func(t *infrav1.HttpMachineTemplate) any { return t.Spec.Template },
	}
	return ctrl.NewWebhookManagedBy(mgr, &infrav1.HttpMachineTemplate{}).WithValidator(machines).Complete()
}

// ValidateCreate allows every template.
func (v *templateValidator[T]) ValidateCreate(context.Context, T) (admission.Warnings, error) {
	return nil, nil
}

// ValidateUpdate rejects a change of the template.
func (v *templateValidator[T]) ValidateUpdate(ctx context.Context, oldObj, obj T) (admission.Warnings, error) {
	req, err := admission.RequestFromContext(ctx)
	if err != nil {
		return nil, err
	}
	if topology.IsDryRunRequest(req, obj) || equality.Semantic.DeepEqual(v.template(oldObj), v.template(obj)) {
		return nil, nil
	}
	return nil, invalid(v.kind, obj.GetName(), field.Invalid(field.NewPath("spec", "template"), obj.GetName(), "field is immutable"))
}

// ValidateDelete allows every deletion.
func (v *templateValidator[T]) ValidateDelete(context.Context, T) (admission.Warnings, error) {
	return nil, nil
}
