package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Where a Kubernetes API server is reached.
type APIEndpoint struct {
	// host is a host name or IP address.
	// +optional
	// +kubebuilder:validation:MaxLength=512
	Host string `json:"host,omitempty"`
	// port is the port.
	// +optional
	Port int32 `json:"port,omitempty"`
}

// A part of the infrastructure that fails on its own: a zone, a rack, a host.
type FailureDomainSpec struct {
	// controlPlane is true if control plane machines may be placed here.
	// +optional
	ControlPlane bool `json:"controlPlane,omitempty"`
	// attributes describe the failure domain to people and to schedulers of the infrastructure provider.
	// +optional
	Attributes map[string]string `json:"attributes,omitempty"`
}

// An address of a machine.
type MachineAddress struct {
	// type is the kind of address.
	// +required
	// +kubebuilder:validation:Enum=Hostname;ExternalIP;InternalIP;ExternalDNS;InternalDNS
	Type string `json:"type"`
	// address is the address itself.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=256
	Address string `json:"address"`
}

// An observation in the older shape, with a severity.
type Condition struct {
	// type names the aspect of the object that is observed.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=256
	Type string `json:"type"`
	// status says whether the condition holds.
	// +required
	// +kubebuilder:validation:Enum="True";"False";Unknown
	Status string `json:"status"`
	// severity says how grave a false condition is.
	// +optional
	// +kubebuilder:validation:Enum=Error;Warning;Info;""
	Severity string `json:"severity,omitempty"`
	// lastTransitionTime is when the status last changed.
	// +required
	LastTransitionTime metav1.Time `json:"lastTransitionTime"`
	// reason is the one-word cause of the observation.
	// +optional
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=256
	Reason string `json:"reason,omitempty"`
	// message explains the observation to people.
	// +optional
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=10240
	Message string `json:"message,omitempty"`
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
