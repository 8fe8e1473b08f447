// The suite of the migrator on the embedded API server.
import "../../test/crd-migrator-suite.ts";
