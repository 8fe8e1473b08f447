// Command etcd is etcd's own server, started by its published entry point.
// etcd's go.mod carries replace lines, so "go install" cannot build it.
package main

import (
	"os"

	"go.etcd.io/etcd/server/v3/etcdmain"
)

func main() {
	etcdmain.Main(os.Args)
}
