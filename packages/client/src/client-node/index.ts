// For programs that use @kubernetes/client-node: a client from its KubeConfig, and its typed API classes on the connections of a client. It needs that package, an optional peer dependency.
export { clientFromKubeConfig, type KubeConfigLike } from "./kube-config.ts";
export { makeApiClient, type RequestingClient, setSignalOptions } from "./api-client.ts";
