import type { KeyObject } from 'node:crypto';
import { logIn } from '../../scripts/bench/client.ts';
import type { Product } from '../../scripts/product.ts';
import { readBuild, sendMissing } from '../../scripts/release/build-to-send.ts';
import { productClient } from '../../scripts/release/product-client.ts';
import { signed } from '../../scripts/release/signed.ts';
import { signingKey } from '../../scripts/release/signing-key.ts';
import { makeBuild } from './make-release.ts';

const PARTS = JSON.stringify({ bomFormat: 'CycloneDX' });

/** The team of Post History, which releases over HTTP as its release client does. */
export async function signingTeam(product: Product, privateKey: KeyObject) {
  const { cookie } = await logIn(product, 'admin');
  const answer = await fetch(`${product.url}/api/admin/release-tokens`, {
    method: 'POST',
    headers: { cookie, origin: product.url, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'CI', area: 'mf-history', rights: ['stage', 'move', 'rollback'] }),
  });
  const { token } = (await answer.json()) as { token: string };
  const client = productClient({ origin: product.url, token, area: 'mf_history' });
  const key = signingKey(privateKey.export({ format: 'pem', type: 'pkcs8' }).toString());

  return {
    /** @param factory see `makeBuild` */
    async release(version: string, { as = 'current', factory }: { as?: 'current' | 'staged'; factory?: string } = {}) {
      const dist = makeBuild(product, 'mf-history', version, factory === undefined ? {} : { factory });
      const build = await readBuild(dist, 'mf_history');
      await sendMissing(client, build);
      const papers = signed(key, build, { files: build.files, provenance: {}, parts: PARTS });
      await client.release({ files: [...build.files], as, parts: PARTS, ...papers });
    },
    moveTo: (version: string) => client.move({ version }),
    linkTo: async (version: string) => (await client.preview(version))?.url ?? '',
  };
}
export type Team = Awaited<ReturnType<typeof signingTeam>>;
