// Conversions of an operator on the embedded API server.
import "../../test/conversions-suite.ts";
