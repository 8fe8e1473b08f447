package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// LocalClusterTemplateResourceSpec is what templates may say of a LocalCluster.
type LocalClusterTemplateResourceSpec struct {
	// zones names the domains that machines are spread over. A local zone is only a name.
	// +optional
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=16
	// +listType=set
	// +kubebuilder:validation:items:MinLength=1
	// +kubebuilder:validation:items:MaxLength=63
	Zones []string `json:"zones,omitempty"`
	// backend is the program that serves the workload cluster: embedded is the API server of @capstan/testenv,
	// real is kube-apiserver with etcd, whose binaries must be on this computer.
	// +optional
	// +kubebuilder:default=embedded
	// +kubebuilder:validation:Enum=embedded;real
	Backend string `json:"backend,omitempty"`
}

// LocalClusterSpec defines the desired state of LocalCluster.
type LocalClusterSpec struct {
	// controlPlaneEndpoint is the address of the workload cluster's API server. Without a port, one is chosen when the server first starts.
	// +optional
	ControlPlaneEndpoint APIEndpoint `json:"controlPlaneEndpoint,omitempty"`

	LocalClusterTemplateResourceSpec `json:",inline"`
}

// LocalClusterStatus defines the observed state of LocalCluster.
type LocalClusterStatus struct {
	// ready is true once the workload cluster's API server answers and its kubeconfig Secret is written.
	// +optional
	Ready bool `json:"ready,omitempty"`
	// failureDomains maps the name of each domain that machines may be placed in to its properties.
	// +optional
	FailureDomains map[string]FailureDomainSpec `json:"failureDomains,omitempty"`
	// failureReason is a one-word reason for an error that no retry fixes.
	// +optional
	FailureReason string `json:"failureReason,omitempty"`
	// failureMessage explains an error that no retry fixes.
	// +optional
	FailureMessage string `json:"failureMessage,omitempty"`
	// conditions are the latest observations of the LocalCluster.
	// +optional
	Conditions []Condition `json:"conditions,omitempty"`
}

// LocalCluster is the Schema for the localclusters API.
// +kubebuilder:object:root=true
// +kubebuilder:resource:categories=cluster-api
// +kubebuilder:subresource:status
// +kubebuilder:metadata:labels={"cluster.x-k8s.io/v1beta1=v1alpha1","cluster.x-k8s.io/v1beta2=v1beta1"}
// +kubebuilder:printcolumn:name="Cluster",type="string",JSONPath=".metadata.labels['cluster\\.x-k8s\\.io/cluster-name']",description="Cluster that owns the LocalCluster"
// +kubebuilder:printcolumn:name="Ready",type="boolean",JSONPath=".status.ready",description="Whether the API server answers"
// +kubebuilder:printcolumn:name="Age",type="date",JSONPath=".metadata.creationTimestamp"
type LocalCluster struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// spec is the desired state of LocalCluster.
	// +optional
	Spec LocalClusterSpec `json:"spec,omitempty"`
	// status is the observed state of LocalCluster.
	// +optional
	Status LocalClusterStatus `json:"status,omitempty"`
}

// LocalClusterTemplateResource is a LocalCluster without a name.
type LocalClusterTemplateResource struct {
	// metadata is added to the object.
	// +optional
	ObjectMeta TemplateObjectMeta `json:"metadata,omitempty"`
	// spec is the spec of the object.
	// +required
	Spec LocalClusterTemplateResourceSpec `json:"spec"`
}

// LocalClusterTemplateSpec defines the desired state of LocalClusterTemplate.
type LocalClusterTemplateSpec struct {
	// template is what the objects are made from.
	// +required
	Template LocalClusterTemplateResource `json:"template"`
}

// LocalClusterTemplate is the Schema for the localclustertemplates API: LocalClusters of a ClusterClass are created from it.
// +kubebuilder:object:root=true
// +kubebuilder:resource:categories=cluster-api
// +kubebuilder:metadata:labels={"cluster.x-k8s.io/v1beta1=v1alpha1","cluster.x-k8s.io/v1beta2=v1beta1"}
type LocalClusterTemplate struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// spec is the desired state of the template.
	// +required
	Spec LocalClusterTemplateSpec `json:"spec"`
}
