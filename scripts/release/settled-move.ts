import type { AnswerOf } from '../../api/src/contract/endpoint.ts';
import type { moveReleasedArea } from '../../api/src/contract/releases.ts';
import { persistently } from './product-call.ts';
import type { ProductClient } from './product-client.ts';

type Wanted = Parameters<ProductClient['move']>[0];
type AreaBefore = Pick<Awaited<ReturnType<ProductClient['area']>>, 'revision' | 'current'>;
type Moved = AnswerOf<typeof moveReleasedArea>;

/**
 * Makes a version current, or takes one step back, once: however often the answer is lost, the product is asked what
 * became of it before it is told again, and it is told which step was seen last.
 * @param before how the area stood when its team looked
 * @throws Error when the product refuses it, or cannot say
 */
export async function settledMove(client: ProductClient, before: AreaBefore, wanted: Wanted): Promise<Moved> {
  let tries = 0;
  const landed = async (): Promise<Moved | null> => {
    const { current, revision } = await client.area();
    const isOurs =
      wanted.version === null
        ? revision === before.revision + 1 && current !== before.current
        : current === wanted.version && current !== before.current;
    return isOurs ? { from: before.current, to: current ?? '' } : null;
  };
  try {
    return await persistently(async () => {
      tries += 1;
      const done = tries === 1 ? null : await landed();
      return done ?? (await client.move({ ...wanted, revision: before.revision }));
    });
  } catch (error) {
    // What is refused now may be what the first try did.
    const done = tries === 1 ? null : await landed().catch(() => null);
    if (done === null) throw error;
    return done;
  }
}

/** @param again the command that makes a version current, up to its name */
export function movedWords(area: string, { from, to }: Moved, again: string): string {
  if (to !== '') return `${area} ${to} is current, in place of ${from ?? 'nothing'}.`;
  return `Nobody has ${area} any more: there was no version before ${from}. To bring it back: ${again} ${from}`;
}
