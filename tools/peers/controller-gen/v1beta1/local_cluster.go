package v1beta1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// LocalAPIServer defines how the workload cluster's API server runs.
type LocalAPIServer struct {
	// backend is the program that serves the workload cluster: Embedded is the API server of @capstan/testenv,
	// Real is kube-apiserver with etcd, whose binaries must be on this computer.
	// +optional
	// +kubebuilder:default=Embedded
	// +kubebuilder:validation:Enum=Embedded;Real
	Backend string `json:"backend,omitempty"`
}

// LocalClusterTemplateResourceSpec is what templates may say of a LocalCluster.
type LocalClusterTemplateResourceSpec struct {
	// failureDomains names the domains that machines are spread over. A local domain is only a name.
	// +optional
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=16
	// +listType=set
	// +kubebuilder:validation:items:MinLength=1
	// +kubebuilder:validation:items:MaxLength=63
	FailureDomains []string `json:"failureDomains,omitempty"`
	// apiServer defines how the workload cluster's API server runs.
	// +optional
	// +kubebuilder:default={}
	APIServer LocalAPIServer `json:"apiServer,omitempty"`
}

// LocalClusterSpec defines the desired state of LocalCluster.
type LocalClusterSpec struct {
	// controlPlaneEndpoint is the address of the workload cluster's API server. Without a port, one is chosen when the server first starts.
	// +optional
	ControlPlaneEndpoint APIEndpoint `json:"controlPlaneEndpoint,omitempty,omitzero"`

	LocalClusterTemplateResourceSpec `json:",inline"`
}

// LocalClusterInitializationStatus reports the steps that happen once in the life of a LocalCluster.
// +kubebuilder:validation:MinProperties=1
type LocalClusterInitializationStatus struct {
	// provisioned is true once the workload cluster's API server answers and its kubeconfig Secret is written.
	// +optional
	Provisioned *bool `json:"provisioned,omitempty"`
}

// LocalClusterStatus defines the observed state of LocalCluster.
type LocalClusterStatus struct {
	// initialization reports the steps that happen once in the life of a LocalCluster.
	// +optional
	Initialization LocalClusterInitializationStatus `json:"initialization,omitempty,omitzero"`
	// failureDomains lists the domains that machines may be placed in.
	// +optional
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=100
	// +listType=map
	// +listMapKey=name
	FailureDomains []FailureDomain `json:"failureDomains,omitempty"`
	// conditions are the latest observations of the LocalCluster.
	// +optional
	// +kubebuilder:validation:MaxItems=32
	// +listType=map
	// +listMapKey=type
	Conditions []Condition `json:"conditions,omitempty"`
	// deprecated holds fields that only older versions report.
	// +optional
	Deprecated LocalDeprecatedStatus `json:"deprecated,omitempty,omitzero"`
}

// LocalCluster is the Schema for the localclusters API.
// +kubebuilder:object:root=true
// +kubebuilder:storageversion
// +kubebuilder:resource:categories=cluster-api
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="Cluster",type="string",JSONPath=".metadata.labels['cluster\\.x-k8s\\.io/cluster-name']",description="Cluster that owns the LocalCluster"
// +kubebuilder:printcolumn:name="Provisioned",type="boolean",JSONPath=".status.initialization.provisioned",description="Whether the API server answers"
// +kubebuilder:printcolumn:name="Endpoint",type="integer",JSONPath=".spec.controlPlaneEndpoint.port",description="Port of the API server",priority=1
// +kubebuilder:printcolumn:name="Age",type="date",JSONPath=".metadata.creationTimestamp"
type LocalCluster struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// spec is the desired state of LocalCluster.
	// +optional
	Spec LocalClusterSpec `json:"spec,omitempty,omitzero"`
	// status is the observed state of LocalCluster.
	// +optional
	Status LocalClusterStatus `json:"status,omitempty,omitzero"`
}

// LocalClusterTemplateResource is a LocalCluster without a name.
type LocalClusterTemplateResource struct {
	// metadata is added to the object.
	// +optional
	ObjectMeta TemplateObjectMeta `json:"metadata,omitempty,omitzero"`
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
// +kubebuilder:storageversion
// +kubebuilder:resource:categories=cluster-api
type LocalClusterTemplate struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// spec is the desired state of the template.
	// +required
	Spec LocalClusterTemplateSpec `json:"spec"`
}
