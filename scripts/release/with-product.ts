import { releaseTokensRepository } from '../../api/src/features/release-tokens/release-tokens.repository.ts';
import { RELEASE_RIGHTS } from '../../api/src/contract/releases.ts';
import { fail } from '../lifecycle.ts';
import { containerName } from '../build/area-package.ts';
import { productSettings } from '../parts.ts';
import { withDatabase } from '../postgres/with-database.ts';
import { givenToken, originOf } from './given-product.ts';
import { productClient, type ProductClient } from './product-client.ts';

/** Where nothing runs, the machine says so at once; what runs may be busy. */
const ANSWERS_WITHIN_MS = 20_000;
/** Longer than any build and release takes. */
const OWN_TOKEN_MINUTES = 60;

/**
 * Runs `work` on one area of a running product: of that at `address`, with the token of PAGECAST_TOKEN, or of this
 * machine's, with a token that is made in its database and ends with the command. Ends the process with one line when
 * it cannot, or when `work` throws.
 */
export async function withProduct(
  folder: string,
  address: string | undefined,
  work: (client: ProductClient, origin: string) => Promise<void>,
): Promise<void> {
  const area = containerName(folder);
  try {
    if (address === undefined) await onThisMachine(area, work);
    else {
      const origin = originOf(address);
      await work(productClient({ origin, token: givenToken(), area }), origin);
    }
  } catch (error) {
    fail((error as Error).message);
  }
}

async function onThisMachine(
  area: string,
  work: (client: ProductClient, origin: string) => Promise<void>,
): Promise<void> {
  const { origin } = new URL(productSettings().publicUrl);
  const answer = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) }).catch(() => null);
  if (answer?.ok !== true)
    throw new Error(
      `No Pagecast runs at ${origin}, and only a running one can check a release and take it. ` +
        'Start it, say with PUBLIC_URL where people find it, or name another one: --to https://pages.example.com',
    );
  await withDatabase(async (db) => {
    if (!(await db.schema.hasTable('release_tokens')))
      throw new Error('The database is older than this command: start the product once, with npm start.');
    const tokens = releaseTokensRepository(db);
    await tokens.forgetOfCommands();
    const { id, token } = await tokens.create({
      name: 'Command line',
      area,
      rights: RELEASE_RIGHTS,
      expiresAt: db.raw('now() + make_interval(mins => ?)', [OWN_TOKEN_MINUTES]),
      isOfCommand: true,
    });
    try {
      await work(productClient({ origin, token, area }), origin);
    } finally {
      await tokens.remove(id);
    }
  });
}
