import type { Knex } from 'knex';
import { networksOf, type MakeNetwork } from './networks.ts';
import type { NetworkDeps } from './network.ts';

interface Deps {
  readonly config: NetworkDeps['config'];
  readonly db: Knex;
  readonly loopDb: Knex;
  readonly networkModules: readonly MakeNetwork[];
  readonly configuration: Omit<NetworkDeps, 'config' | 'db' | 'graph' | 'pages' | 'photos'>;
  readonly facebook: Pick<NetworkDeps, 'graph'>;
  readonly media: Pick<NetworkDeps, 'photos'>;
  readonly pages: {
    readonly repository: NetworkDeps['pages'];
    readonly forLoop: NetworkDeps['pages'];
  };
}

/** The networks that posts can go to: for requests, and over the connections of the loop. */
export function createNetworks({ config, db, loopDb, networkModules, configuration, facebook, media, pages }: Deps) {
  const { facebookApp, fiztech } = configuration;
  const shared = { config, facebookApp, fiztech, graph: facebook.graph, photos: media.photos };
  return {
    ...networksOf(networkModules, { ...shared, db, pages: pages.repository }),
    forLoop: networksOf(networkModules, { ...shared, db: loopDb, pages: pages.forLoop }),
  };
}
