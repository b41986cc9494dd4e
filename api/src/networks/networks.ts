import type { Environment } from '../contract/common.ts';
import { facebookNetwork } from './facebook/facebook.network.ts';
import { fiztechNetwork } from './fiztech/fiztech.network.ts';
import type { Network, NetworkDeps } from './network.ts';

export type MakeNetwork = (deps: NetworkDeps) => Network;

/** The registry: all that differs between networks is found by it, under the name that a post carries. */
export const NETWORK_MODULES: readonly MakeNetwork[] = [facebookNetwork, fiztechNetwork];

export function networksOf(modules: readonly MakeNetwork[], deps: NetworkDeps) {
  const byName = new Map(modules.map((make) => make(deps)).map((network) => [network.name, network]));
  return {
    /** @throws Error for a network that this release does not know */
    of(name: string): Network {
      const network = byName.get(name);
      if (network === undefined) throw new Error(`No network is called ${name}`);
      return network;
    },
    /** One that this release does not know is not. */
    isSetUp: (name: string, environment: Environment): boolean => byName.get(name)?.isSetUp(environment) ?? false,
  };
}
export type Networks = ReturnType<typeof networksOf>;
