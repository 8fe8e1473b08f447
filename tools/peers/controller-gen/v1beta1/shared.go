package v1beta1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Where a Kubernetes API server is reached.
// +kubebuilder:validation:MinProperties=1
type APIEndpoint struct {
	// host is a host name or IP address.
	// +optional
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=512
	Host string `json:"host,omitempty"`
	// port is the port.
	// +optional
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=65535
	Port int32 `json:"port,omitempty"`
}

// A part of the infrastructure that fails on its own: a zone, a rack, a host.
type FailureDomain struct {
	// name identifies the failure domain.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=256
	Name string `json:"name"`
	// controlPlane is true if control plane machines may be placed here.
	// +optional
	ControlPlane *bool `json:"controlPlane,omitempty"`
	// attributes describe the failure domain to people and to schedulers of the infrastructure provider.
	// +optional
	Attributes map[string]string `json:"attributes,omitempty"`
}

// What kind of address it is.
// +kubebuilder:validation:Enum=Hostname;ExternalIP;InternalIP;ExternalDNS;InternalDNS
type MachineAddressType string

// An address of a machine.
type MachineAddress struct {
	// type is the kind of address.
	// +required
	Type MachineAddressType `json:"type"`
	// address is the address itself.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=256
	Address string `json:"address"`
}

// An observation about an object, one per `type` (Kubernetes' own condition shape, with its limits).
type Condition struct {
	// type names the aspect of the object that is observed.
	// +required
	// +kubebuilder:validation:MaxLength=316
	// +kubebuilder:validation:Pattern=`^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$`
	Type string `json:"type"`
	// status says whether the condition holds.
	// +required
	// +kubebuilder:validation:Enum="True";"False";Unknown
	Status string `json:"status"`
	// observedGeneration is the generation of the object that the observation was made on.
	// +optional
	// +kubebuilder:validation:Minimum=0
	ObservedGeneration int64 `json:"observedGeneration,omitempty"`
	// lastTransitionTime is when the status last changed.
	// +required
	LastTransitionTime metav1.Time `json:"lastTransitionTime"`
	// reason is the one-word cause of the observation.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=1024
	// +kubebuilder:validation:Pattern=`^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$`
	Reason string `json:"reason"`
	// message explains the observation to people.
	// +required
	// +kubebuilder:validation:MaxLength=32768
	Message string `json:"message"`
}

// TemplateObjectMeta is what a template adds to the metadata of its objects.
type TemplateObjectMeta struct {
	// labels are added to the object.
	// +optional
	Labels map[string]string `json:"labels,omitempty"`
	// annotations are added to the object.
	// +optional
	Annotations map[string]string `json:"annotations,omitempty"`
}

// LocalV1Alpha1DeprecatedStatus holds fields that only v1alpha1 reports.
type LocalV1Alpha1DeprecatedStatus struct {
	// failureReason is a one-word reason for an error that no retry fixes.
	// +optional
	FailureReason string `json:"failureReason,omitempty"`
	// failureMessage explains an error that no retry fixes.
	// +optional
	FailureMessage string `json:"failureMessage,omitempty"`
}

// LocalDeprecatedStatus holds fields that only older versions report, until these are no longer served.
type LocalDeprecatedStatus struct {
	// v1alpha1 holds fields that only v1alpha1 reports.
	// +optional
	V1Alpha1 LocalV1Alpha1DeprecatedStatus `json:"v1alpha1,omitempty,omitzero"`
}
