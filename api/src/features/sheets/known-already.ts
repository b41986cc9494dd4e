import type { Knex } from 'knex';
import { databaseTime } from '../../db/clock.ts';
import type { Owner } from '../../db/owner.ts';
import { intentHash, isSameTime, sameTimesOf } from '../proposals/intent.ts';
import type { CheckedRow } from './check-rows.ts';
import { knownPostsRepository } from './known-posts.repository.ts';
import { mapWithPauses } from '../../with-pauses.ts';

type Known = Parameters<typeof isSameTime>[0];

/**
 * Rows whose post is proposed, planned or out already, or in the sheet already, by what it shows and for about the same
 * time. Asked of programs: one that tries again with other spaces, or an hour later, means the same post.
 * @returns their numbers in the sheet
 */
export async function knownAlready(trx: Knex, owner: Owner, rows: readonly CheckedRow[]): Promise<number[]> {
  const going = rows.filter(({ becomes }) => becomes !== 'draft');
  if (going.length === 0) return [];
  const known = knownPostsRepository(trx);
  const hashes = await known.hashes(
    owner,
    going.flatMap(({ mediaIds }) => mediaIds),
  );
  const wanted = (
    await mapWithPauses(going, ({ row, pageIds, mediaIds }) => {
      const media = mediaIds.map((id) => hashes.get(id) ?? '');
      return pageIds.map((facebookPageId) => ({
        number: row.number,
        scheduledAt: row.when.kind === 'at' ? row.when.at : null,
        intent: intentHash({ facebookPageId, content: row.text, media, placement: 'feed' }),
      }));
    })
  ).flat();
  const byIntent = new Map<string, Known[]>();
  const note = (intent: string, one: Known) => {
    const known = byIntent.get(intent);
    if (known === undefined) byIntent.set(intent, [one]);
    else known.push(one);
  };
  const pageIds = [...new Set(going.flatMap((row) => row.pageIds))];
  const planned = sameTimesOf(wanted.map(({ scheduledAt }) => scheduledAt));
  await mapWithPauses(await known.posts(owner, pageIds, planned), (post) => note(intentHash(post), post));
  const intents = [...new Set(wanted.map(({ intent }) => intent))];
  for (const { intents: each, ...one } of await known.proposals(owner, intents))
    for (const intent of each) note(intent, one);
  const now = await databaseTime(trx);
  const isKnown = ({ intent, scheduledAt }: (typeof wanted)[number]) => {
    const found = (byIntent.get(intent) ?? []).some((one) => isSameTime(one, { scheduledAt, now }));
    // Of two rows that are the same the first one counts.
    if (!found) note(intent, { scheduledAt, isOpen: true, at: now });
    return found;
  };
  return [...new Set(wanted.filter(isKnown).map(({ number }) => number))];
}
