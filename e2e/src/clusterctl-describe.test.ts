// The lines of `clusterctl describe cluster` that are read.
import { expect, test } from "vitest";
import { readyOf } from "./clusterctl-describe.ts";

const tree = `NAME                      REPLICAS AVAILABLE READY UP TO DATE STATUS   REASON        SINCE MESSAGE
Cluster cloudy/cloudy     2/2      0         0     2
│           └─Deleting                                       False    NotDeleting   19s
├─HttpCluster cloudy/cloudy
│             ├─Ready                                        False    NotReady      1s    * AccountReady: HttpIdentity "account"
│             │                                                                             does not allow it
│             └─AccountReady                                 False    NotAllowed    1s    HttpIdentity "account"
└─Workers
    └─Machine cloudy/one  1        0         0     1
      │           ├─Ready                                    Unknown  ReadyUnknown  10s   * NodeHealthy: Waiting
      └─HttpMachine cloudy/one
                    ├─Ready                                  True     Ready         11s
                    └─Paused                                 False    NotPaused     13s
`;

test.each([
  ["HttpCluster", ['False NotReady * AccountReady: HttpIdentity "account" does not allow it']],
  ["Machine", ["Unknown ReadyUnknown * NodeHealthy: Waiting"]],
  ["HttpMachine", ["True Ready"]],
  ["Cluster", []],
])("the Ready of each %s", (kind, ready) => {
  expect(readyOf(tree, kind)).toEqual(ready);
});
