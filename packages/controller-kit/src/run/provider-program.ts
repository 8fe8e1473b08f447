// A provider as a program of the shell: its name, its flags, its description.
import { checkManagerFlags } from "@capstan/operator";
import type { FeatureTable, FlagTable, Program } from "@capstan/process";
import type { Provider } from "../authoring/provider.ts";
import { describeProvider } from "./describe-provider.ts";
import { concurrencyFlags, providerFlags } from "./flags.ts";
import type { RunOptions } from "./run-options.ts";

/** A provider as a program. */
export type ProviderProgram<F extends FlagTable, G extends FeatureTable> = Program<typeof providerFlags, F, G>;

/** The provider's program without its work. */
export function describedProgram<S, F extends FlagTable, G extends FeatureTable>(
  provider: Provider<S>,
  { flags: authorFlags, features }: RunOptions<S, F, G>,
): Omit<ProviderProgram<F, G>, "work"> {
  return {
    name: provider.name,
    title: `provider ${provider.name}`,
    flags: { ...providerFlags, ...concurrencyFlags(provider) },
    checkFlags: checkManagerFlags,
    ...(authorFlags === undefined ? {} : { authorFlags }),
    ...(features === undefined ? {} : { features }),
    describe: () => describeProvider(provider),
  };
}
