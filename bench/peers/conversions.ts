// A provider that does nothing but convert; the variable CONVERTERS names the module with its converters. Run as a process of its own without
// the condition @capstan/source, so that it stands on the built packages; flags are those of every provider.
import { initProvider, type Provider, type ProviderKit, type ProviderOptions, run } from "@capstan/controller-kit";

// The generator wrote the module.
const { converters } = (await import(process.env["CONVERTERS"] ?? "")) as {
  readonly converters: NonNullable<ProviderOptions<object>["conversions"]>;
};

const kit: ProviderKit<object> = initProvider();
const provider: Provider<object> = kit.provider({
  name: "bench",
  type: "infrastructure",
  controllers: [],
  conversions: converters,
  apiVersionOf: (group) => `${group}/v1beta2`,
});

await run(provider, { services: async () => ({}) });
