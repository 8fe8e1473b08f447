// Command extension-rules answers what Cluster API makes of what an extension gives it: patches, plans of upgrades and changes in place. It reads
// questions from its standard input, one JSON document a line, and writes one answer a line. tools/oracle compares them with what
// @capstan/extension-kit does. The path of its module is below that of Cluster API, so that it may import the internal packages.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

// Question is one case. Which fields count depends on the operation.
type Question struct {
	Operation string `json:"operation"`
	Patch     *PatchQuestion
	Selector  *SelectorQuestion
	Plan      *PlanQuestion
	InPlace   *InPlaceQuestion
}

// Answer is what Cluster API does; its error has no details that change.
type Answer struct {
	Value any    `json:"value,omitempty"`
	Error string `json:"error,omitempty"`
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
		question := Question{}
		if err := json.Unmarshal(in.Bytes(), &question); err != nil {
			return err
		}
		operation, ok := operations[question.Operation]
		if !ok {
			return fmt.Errorf("there is no operation %q", question.Operation)
		}
		value, err := operation(&question)
		answer := Answer{Value: value}
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

var operations = map[string]func(*Question) (any, error){
	"patch":              applyPatch,
	"selector":           matchSelector,
	"plan":               validatePlan,
	"plan of versions":   planOfVersions,
	"plan of one minor":  planOfOneMinor,
	"can update machine": canUpdateMachine,
	"can update set":     canUpdateMachineSet,
}
