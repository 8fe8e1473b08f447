// Command conditions answers what Cluster API's own helpers do with conditions: it reads cases from its standard input, one JSON
// document a line, and writes one result a line. tools/oracle compares them with what @capstan/contract does.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
)

// Case is one question. Which fields count depends on the operation.
type Case struct {
	Operation string          `json:"operation"`
	Objects   []*Object       `json:"objects"`
	Foreign   json.RawMessage `json:"foreign"`
	// Condition and Legacy are the condition to set, in one of the shapes.
	Condition *metav1.Condition    `json:"condition"`
	Legacy    *clusterv1.Condition `json:"legacy"`
	// Type is the condition to read, delete, mirror or aggregate; Target is the one that is made of it.
	Type     string    `json:"type"`
	Target   string    `json:"target"`
	Options  Options   `json:"options"`
	Fallback *Fallback `json:"fallback"`
}

// Fallback is what a mirror shows when there is nothing to mirror.
type Fallback struct {
	Status   string `json:"status"`
	Reason   string `json:"reason"`
	Message  string `json:"message"`
	Severity string `json:"severity"`
}

// Options are those of summaries, aggregates and patches.
type Options struct {
	Types             []string           `json:"types"`
	NegativePolarity  []string           `json:"negativePolarity"`
	IgnoreIfMissing   []string           `json:"ignoreIfMissing"`
	Overrides         []metav1.Condition `json:"overrides"`
	Strategy          *Strategy          `json:"strategy"`
	Owned             []string           `json:"owned"`
	StepCounter       *bool              `json:"stepCounter"`
	StepCounterIfOnly []string           `json:"stepCounterIfOnly"`
	AddSourceRef      bool               `json:"addSourceRef"`
}

// Strategy is a custom merge strategy: the default one with its options.
type Strategy struct {
	Issue            string   `json:"issue"`
	Unknown          string   `json:"unknown"`
	Info             string   `json:"info"`
	NegativeTarget   bool     `json:"negativeTarget"`
	NegativePolarity []string `json:"negativePolarity"`
	// Lines is how many lines of a summary are kept.
	Lines int `json:"lines"`
}

// Result is the list or the condition that the operation ends with, or its error.
type Result struct {
	Conditions []metav1.Condition   `json:"conditions,omitempty"`
	Legacy     clusterv1.Conditions `json:"legacy,omitempty"`
	Error      string               `json:"error,omitempty"`
}

func main() {
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve() error {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 16<<20)
	out := bufio.NewWriter(os.Stdout)
	encoder := json.NewEncoder(out)
	for in.Scan() {
		one := Case{}
		if err := json.Unmarshal(in.Bytes(), &one); err != nil {
			return err
		}
		answer, ok := answers[one.Operation]
		if !ok {
			return fmt.Errorf("there is no operation %q", one.Operation)
		}
		if err := encoder.Encode(answer(&one)); err != nil {
			return err
		}
	}
	if err := in.Err(); err != nil {
		return err
	}
	return out.Flush()
}

var answers = map[string]func(*Case) Result{
	"set":                     set,
	"delete":                  remove,
	"get":                     get,
	"mirror":                  mirror,
	"mirror foreign":          mirrorForeign,
	"summary":                 summary,
	"aggregate":               aggregate,
	"patch":                   patch,
	"severity set":            legacySet,
	"severity mark":           legacyMark,
	"severity delete":         legacyDelete,
	"severity get":            legacyGet,
	"severity mirror":         legacyMirror,
	"severity mirror foreign": legacyMirrorForeign,
	"severity summary":        legacySummary,
	"severity aggregate":      legacyAggregate,
	"severity patch":          legacyPatch,
}
