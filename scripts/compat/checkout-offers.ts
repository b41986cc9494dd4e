import path from 'node:path';
import type { Surface } from '../../api/src/surfaces/surface.ts';
import { sharedSingletons } from '../build/rspack.common.ts';
import { contractOf } from '../build/surface/kit-place.ts';
import { shellOffers } from '../build/surface/shell-offers.ts';
import { ROOT } from '../paths.ts';

/** What shell, kit and API of this checkout offer, by their sources: nothing has to be built for it. */
export async function checkoutOffers(): Promise<Surface> {
  const shell = path.join(ROOT, 'shell');
  const offers = await shellOffers(shell, Object.keys(sharedSingletons(shell)));
  return { ...offers, calls: (await contractOf(shell)).calls };
}
