// What a Cluster may set. The schemas type the patches, answer DiscoverVariables and check every value.
import { defineVariables, type Variables } from "@capstan/extension-kit";

const declarations = {
  apiServerNames: {
    schema: {
      type: "array",
      description: "Additional names that the certificate of the API server is valid for.",
      items: { type: "string", minLength: 1, maxLength: 253 },
      maxItems: 16,
      default: [],
    },
  },
  apiServerVerbosity: {
    schema: {
      type: "integer",
      description: "How much the API server logs.",
      minimum: 0,
      maximum: 10,
      default: 2,
    },
  },
  machineStartup: {
    schema: {
      type: "string",
      description: "How long a machine in memory takes to start; as the template says unless set.",
      pattern: "^[0-9]+(ms|s|m)$",
    },
  },
} as const;

export const variables: Variables<typeof declarations> = defineVariables(declarations);
