// Command class-rules answers what Cluster API's core makes of a ClusterClass: whether its webhook accepts it, which values templates of patches have,
// and which names objects get. It reads questions from its standard input, one JSON document a line, and writes one answer a line. tools/oracle compares
// them with what @capstan/core-sim does. The path of its module is below that of Cluster API, so that it may import the internal packages.
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
	Class     *ClassQuestion
	Value     *ValueQuestion
	Name      *NameQuestion
}

// Answer is what Cluster API does.
type Answer struct {
	Value any    `json:"value"`
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
	"class":    checkClass,
	"template": renderTemplate,
	"enabled":  isEnabled,
	"name":     generateName,
}
