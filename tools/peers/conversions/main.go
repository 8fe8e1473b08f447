// Command conversions converts objects of Cluster API's own kinds between v1beta1 and v1beta2 by Cluster API's own functions: it reads
// requests from its standard input, one JSON document a line, and writes one answer a line. tools/fuzz compares them with what a declared
// conversion makes of the same objects.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	kubeadm "sigs.k8s.io/cluster-api/controlplane/kubeadm/webhooks/conversion"
	core "sigs.k8s.io/cluster-api/core/webhooks/conversion"
)

// Request is an object to convert, and what another conversion made of it.
type Request struct {
	Kind string `json:"kind"`
	// To is v1beta1 or v1beta2, the version to convert to.
	To     string          `json:"to"`
	Object json.RawMessage `json:"object"`
	Ours   json.RawMessage `json:"ours"`
}

// Answer has both results as a Go client reads and writes them again, or the words of the function that failed.
type Answer struct {
	Upstream any    `json:"upstream,omitempty"`
	Ours     any    `json:"ours,omitempty"`
	Error    string `json:"error,omitempty"`
}

func main() {
	getter := func(_ context.Context, kind schema.GroupKind) (string, error) {
		return schema.GroupVersion{Group: kind.Group, Version: "v1beta1"}.String(), nil
	}
	core.SetAPIVersionGetter(getter)
	kubeadm.SetAPIVersionGetter(getter)
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve() error {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 64<<20)
	out := bufio.NewWriter(os.Stdout)
	encoder := json.NewEncoder(out)
	for in.Scan() {
		request := Request{}
		if err := json.Unmarshal(in.Bytes(), &request); err != nil {
			return err
		}
		convert, ok := conversions[request.Kind+" to "+request.To]
		if !ok {
			return fmt.Errorf("there is no conversion of %q to %q", request.Kind, request.To)
		}
		answer, err := convert(request)
		if err != nil {
			answer = Answer{Error: err.Error()}
		}
		if err := encoder.Encode(answer); err != nil {
			return err
		}
	}
	if err := in.Err(); err != nil {
		return err
	}
	return out.Flush()
}

var conversions = map[string]func(Request) (Answer, error){
	"Cluster to v1beta1":             by(core.ConvertClusterHubToV1Beta1),
	"Cluster to v1beta2":             by(core.ConvertClusterV1Beta1ToHub),
	"Machine to v1beta1":             by(core.ConvertMachineHubToV1Beta1),
	"Machine to v1beta2":             by(core.ConvertMachineV1Beta1ToHub),
	"KubeadmControlPlane to v1beta1": by(kubeadm.ConvertKubeadmControlPlaneHubToV1Beta1),
	"KubeadmControlPlane to v1beta2": by(kubeadm.ConvertKubeadmControlPlaneV1Beta1ToHub),
}

// by answers with one of Cluster API's functions.
func by[From, To any](convert func(context.Context, *From, *To) error) func(Request) (Answer, error) {
	return func(request Request) (Answer, error) {
		from, to, ours := new(From), new(To), new(To)
		if err := decode(request.Object, from); err != nil {
			return Answer{}, err
		}
		if err := convert(context.Background(), from, to); err != nil {
			return Answer{}, err
		}
		if err := decode(request.Ours, ours); err != nil {
			return Answer{}, fmt.Errorf("ours: %w", err)
		}
		// The webhook server sets them after the function.
		any(to).(runtime.Object).GetObjectKind().SetGroupVersionKind(any(ours).(runtime.Object).GetObjectKind().GroupVersionKind())
		return Answer{Upstream: to, Ours: ours}, nil
	}
}

// decode fails on fields that the type does not have: a conversion must not invent any.
func decode(data []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	return decoder.Decode(into)
}
