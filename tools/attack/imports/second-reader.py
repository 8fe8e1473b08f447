# Reads YAML files with PyYAML, and prints each as a line of JSON.
import json
import sys

import yaml

Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Strings(Loader):
    """`=` and `<<` without quotes are strings to Go."""


for tag in ("value", "merge"):
    Strings.add_constructor(f"tag:yaml.org,2002:{tag}", lambda loader, node: node.value)

for name in sys.stdin.read().splitlines():
    with open(name, encoding="utf-8") as file:
        print(json.dumps(yaml.load(file, Strings)))
