import type { Knex } from 'knex';
import type { AllEvidence } from './evidence.ts';
import type { Verdict } from './verdict.ts';

export interface Judgement {
  readonly evidence: AllEvidence;
  readonly verdict: Verdict;
}

/** An older one says nothing of what happened since. */
const FRESH_SECONDS = 60;

/** What is made of a share so far: one line for each that grows, and for each that did. */
export function judgementsRepository(db: Knex) {
  return {
    /**
     * Lets nobody else judge this share until the end of the transaction.
     * @returns what was made of it so far, null before the first time; undefined where somebody else is at it, or where
     * it has ended
     */
    async take(shareId: number): Promise<Judgement | null | undefined> {
      await db.raw(
        `
        insert into release_share_judgements (share_id) select id from release_shares where id = ? and state = 'growing'
          on conflict do nothing`,
        [shareId],
      );
      const { rows } = await db.raw<{ rows: { evidence: AllEvidence | null; verdict: Verdict | null }[] }>(
        `
        select j.evidence, j.verdict from release_share_judgements j join release_shares s on s.id = j.share_id
          where j.share_id = ? and s.state = 'growing' for update of j skip locked`,
        [shareId],
      );
      const [row] = rows;
      if (row === undefined) return undefined;
      return row.evidence === null || row.verdict === null ? null : { evidence: row.evidence, verdict: row.verdict };
    },

    async keep(shareId: number, { evidence, verdict }: Judgement): Promise<void> {
      await db('release_share_judgements')
        .where({ share_id: shareId })
        .update({
          evidence: JSON.stringify(evidence),
          verdict: JSON.stringify(verdict),
          judged_at: db.raw('clock_timestamp()'),
        });
    },

    /** By the id of the share. */
    async verdicts(shareIds: readonly number[]): Promise<Map<number, Verdict>> {
      const rows = await db<{ share_id: number; verdict: Verdict | null }>('release_share_judgements')
        .whereIn('share_id', [...shareIds])
        .select('share_id', 'verdict');
      return new Map(rows.flatMap(({ share_id: id, verdict }) => (verdict === null ? [] : [[id, verdict] as const])));
    },

    /** Null where nobody has judged it lately. */
    async freshVerdict(shareId: number): Promise<Verdict | null> {
      const row = await db<{ share_id: number; verdict: Verdict | null }>('release_share_judgements')
        .where({ share_id: shareId })
        .whereRaw('judged_at > clock_timestamp() - make_interval(secs => ?)', [FRESH_SECONDS])
        .first('verdict');
      return row?.verdict ?? null;
    },
  };
}
