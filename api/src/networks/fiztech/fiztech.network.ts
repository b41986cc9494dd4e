import { FIZTECH, NETWORKS } from '../../contract/networks.ts';
import type { ProblemOf } from '../../problems/problem.ts';
import type { Network, NetworkDeps, PostLinks } from '../network.ts';
import { fiztechTarget } from './fiztech.target.ts';
import { refusalOf } from './refusals.ts';

export const NO_TECH_SITE: ProblemOf<'no_tech_site'> = { code: 'no_tech_site', action: null, params: {} };

export const fiztechLinks = (host: string): PostLinks => ({
  host,
  isAt: ({ hostname }) => hostname === host,
  remoteIdIn: () => null,
  permalinkOf: () => null,
});

/** The tech site: articles, under our administrator's key. */
export function fiztechNetwork({ config, fiztech }: NetworkDeps): Network {
  const target = fiztech === null ? null : fiztechTarget(fiztech);
  return {
    name: FIZTECH,
    links: fiztechLinks(config.FIZTECH_HOST),
    idsIn: () => [],
    refusalOf,
    isSetUp: () => target !== null,

    async prepare(planned, media) {
      if (target === null) return { problem: NO_TECH_SITE, next: 'fail' };
      return { post: { ...planned, media, page: null }, target, pageName: NETWORKS[FIZTECH].place };
    },
  };
}
