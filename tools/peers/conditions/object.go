package main

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
)

// Object is an object of any kind with conditions in both shapes.
type Object struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata"`
	Conditions        []metav1.Condition   `json:"conditions"`
	Legacy            clusterv1.Conditions `json:"legacy"`
}

// GetConditions implements conditions.Getter.
func (o *Object) GetConditions() []metav1.Condition { return o.Conditions }

// SetConditions implements conditions.Setter.
func (o *Object) SetConditions(conditions []metav1.Condition) { o.Conditions = conditions }

// GetV1Beta1Conditions implements the Getter of the deprecated conditions.
func (o *Object) GetV1Beta1Conditions() clusterv1.Conditions { return o.Legacy }

// SetV1Beta1Conditions implements the Setter of the deprecated conditions.
func (o *Object) SetV1Beta1Conditions(conditions clusterv1.Conditions) { o.Legacy = conditions }

// DeepCopyObject implements runtime.Object.
func (o *Object) DeepCopyObject() runtime.Object {
	copied := *o
	return &copied
}
