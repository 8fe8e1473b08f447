package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	addonsv1beta1 "sigs.k8s.io/cluster-api/api/addons/v1beta1"
	addonsv1beta2 "sigs.k8s.io/cluster-api/api/addons/v1beta2"
	bootstrapv1beta1 "sigs.k8s.io/cluster-api/api/bootstrap/kubeadm/v1beta1"
	bootstrapv1beta2 "sigs.k8s.io/cluster-api/api/bootstrap/kubeadm/v1beta2"
	controlplanev1beta1 "sigs.k8s.io/cluster-api/api/controlplane/kubeadm/v1beta1"
	controlplanev1beta2 "sigs.k8s.io/cluster-api/api/controlplane/kubeadm/v1beta2"
	corev1beta1 "sigs.k8s.io/cluster-api/api/core/v1beta1"
	corev1beta2 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	ipamv1alpha1 "sigs.k8s.io/cluster-api/api/ipam/v1alpha1"
	ipamv1beta1 "sigs.k8s.io/cluster-api/api/ipam/v1beta1"
	ipamv1beta2 "sigs.k8s.io/cluster-api/api/ipam/v1beta2"
	runtimev1alpha1 "sigs.k8s.io/cluster-api/api/runtime/v1alpha1"
	runtimev1beta2 "sigs.k8s.io/cluster-api/api/runtime/v1beta2"
)

// packages are the packages of the module that register kinds, by their path in it.
var packages = map[string]func(*runtime.Scheme) error{
	"addons/v1beta1":               addonsv1beta1.AddToScheme,
	"addons/v1beta2":               addonsv1beta2.AddToScheme,
	"bootstrap/kubeadm/v1beta1":    bootstrapv1beta1.AddToScheme,
	"bootstrap/kubeadm/v1beta2":    bootstrapv1beta2.AddToScheme,
	"controlplane/kubeadm/v1beta1": controlplanev1beta1.AddToScheme,
	"controlplane/kubeadm/v1beta2": controlplanev1beta2.AddToScheme,
	"core/v1beta1":                 corev1beta1.AddToScheme,
	"core/v1beta2":                 corev1beta2.AddToScheme,
	"ipam/v1alpha1":                ipamv1alpha1.AddToScheme,
	"ipam/v1beta1":                 ipamv1beta1.AddToScheme,
	"ipam/v1beta2":                 ipamv1beta2.AddToScheme,
	"runtime/v1alpha1":             runtimev1alpha1.AddToScheme,
	"runtime/v1beta2":              runtimev1beta2.AddToScheme,
}

// knowsEveryPackage fails when a package of the module registers kinds and is not in the list, so that a new version of the
// module cannot add kinds unnoticed.
func knowsEveryPackage() error {
	listed, err := exec.Command("go", "list", "-f", "{{.ImportPath}} {{.Dir}}", module+"/...").Output()
	if err != nil {
		return fmt.Errorf("which packages has %s: %w", module, err)
	}
	for line := range strings.Lines(string(listed)) {
		path, folder, _ := strings.Cut(strings.TrimSpace(line), " ")
		registers, err := registersKinds(folder)
		if err != nil {
			return err
		}
		if _, known := packages[strings.TrimPrefix(path, module+"/")]; registers && !known {
			return fmt.Errorf("%s registers kinds: add it to packages.go", path)
		}
	}
	return nil
}

// registersKinds looks for the function by which a package adds its kinds to a scheme.
func registersKinds(folder string) (bool, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return false, err
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			return false, err
		}
		if strings.Contains(string(source), "AddToScheme = ") {
			return true, nil
		}
	}
	return false, nil
}
