import type { Knex } from 'knex';
import type { ShareState, ShareStep } from '../../contract/release-shares.ts';
import type { ShareReason } from './share-reason.ts';

/** A version that a part of all people gets before everybody does. */
export interface Share {
  readonly id: number;
  readonly name: string;
  readonly version: string;
  /** What was current when it began, and is current until it ends; null for an area that nobody had. */
  readonly baseVersion: string | null;
  /** 0 to 99 of all people, beside those that are named. */
  readonly percent: number;
  /** Facebook IDs. */
  readonly people: readonly string[];
  readonly plan: readonly ShareStep[] | null;
  /** When the next step of the plan is due; null: when somebody takes it. */
  readonly stepAt: Date | null;
  readonly state: ShareState;
  readonly reason: ShareReason | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
}

export type NewShare = Pick<Share, 'name' | 'version' | 'baseVersion' | 'percent' | 'people' | 'plan'>;

interface Row {
  id: number;
  name: string;
  version: string;
  base_version: string | null;
  percent: number;
  people: string[];
  plan: readonly ShareStep[] | null;
  step_at: Date | null;
  state: ShareState;
  reason: ShareReason | null;
  started_at: Date;
  ended_at: Date | null;
}

/** So many that have ended are shown of each area. */
const ENDED_SHOWN = 5;

/**
 * Shares of releases. Who changes one has the lock of the pointers (`lockPointer`), so that none moves meanwhile; each
 * change names what it was made for, and does nothing where that is over.
 */
export function releaseSharesRepository(db: Knex) {
  return {
    ...knownShares(db),
    ...changesOfShares(db),

    /** Nobody is named any more once their account is gone. */
    async forget(facebookId: string): Promise<void> {
      await db('release_shares')
        .whereRaw('people @> array[?]::text[]', [facebookId])
        .update({ people: db.raw('array_remove(people, ?)', [facebookId]) });
    },
  };
}
export type ReleaseSharesRepository = ReturnType<typeof releaseSharesRepository>;

const growingRows = (db: Knex) => db<Row>('release_shares').where({ state: 'growing' });

function knownShares(db: Knex) {
  return {
    growing: async (): Promise<Share[]> => (await growingRows(db).orderBy('id')).map(toShare),

    /** Of one area; at most one. */
    async growingOf(name: string): Promise<Share | null> {
      const row = await growingRows(db).where({ name }).first();
      return row === undefined ? null : toShare(row);
    },

    /** Those whose next step is due by its plan. */
    due: async (): Promise<Share[]> =>
      (await growingRows(db).where('step_at', '<=', db.fn.now()).orderBy('step_at')).map(toShare),

    /** Whether the next step was due that long ago, by the clock of the database. */
    isOverdue: async ({ id }: Pick<Share, 'id'>, minutes: number): Promise<boolean> =>
      (await growingRows(db)
        .where({ id })
        .where('step_at', '<', db.raw('now() - make_interval(mins => ?)', [minutes]))
        .first('id')) !== undefined,

    /** Those that grow, and of each area those that ended last; the newest first. */
    async shown(): Promise<Share[]> {
      const numbered = db('release_shares').select(
        '*',
        db.raw("row_number() over (partition by name, state = 'growing' order by id desc) as place"),
      );
      const rows = await db<Row & { place: number }>(numbered.as('shares'))
        .where('place', '<=', ENDED_SHOWN)
        .orderBy('id', 'desc');
      return rows.map(toShare);
    },
  };
}

function changesOfShares(db: Knex) {
  /** How far it goes, and what follows; the database counts from its own time. */
  function extentOf({ percent, people, plan }: Pick<Share, 'percent' | 'people' | 'plan'>) {
    const minutes = nextStep(plan, percent)?.afterMinutes ?? null;
    const stepAt = minutes === null ? null : db.raw('clock_timestamp() + make_interval(mins => ?)', [minutes]);
    return { percent, people: [...people], plan: jsonOf(plan), step_at: stepAt };
  }

  return {
    async begin({ name, version, baseVersion, ...extent }: NewShare): Promise<Share> {
      const [row] = await db<Row>('release_shares')
        .insert({ name, version, base_version: baseVersion, ...extentOf(extent) })
        .returning('*');
      return toShare(row!);
    },

    /**
     * Gives more people the version: `percent` of all, and the people that are named.
     * @param share as it was seen
     * @returns null where it has ended, or grown, since
     */
    async grow(
      { id, percent: before }: Pick<Share, 'id' | 'percent'>,
      extent: Pick<Share, 'percent' | 'people' | 'plan'>,
    ): Promise<Share | null> {
      const [row] = await growingRows(db).where({ id, percent: before }).update(extentOf(extent)).returning('*');
      return row === undefined ? null : toShare(row);
    },

    /** @returns null where it has ended already */
    async end(id: number, state: Exclude<ShareState, 'growing'>, reason: ShareReason): Promise<Share | null> {
      const ended = { state, reason: jsonOf(reason), ended_at: db.raw('clock_timestamp()'), step_at: null };
      const [row] = await growingRows(db).where({ id }).update(ended).returning('*');
      return row === undefined ? null : toShare(row);
    },
  };
}

/** The step that follows in a plan; null behind its last one, and without a plan. */
export function nextStep(plan: readonly ShareStep[] | null, percent: number): ShareStep | null {
  return plan?.find((step) => step.percent > percent) ?? null;
}

/** A list would be taken for one of the database's own. */
function jsonOf<Value extends object>(value: Value | null): Value | null {
  return value === null ? null : (JSON.stringify(value) as unknown as Value);
}

function toShare(row: Row): Share {
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    baseVersion: row.base_version,
    percent: row.percent,
    people: row.people,
    plan: row.plan,
    stepAt: row.step_at,
    state: row.state,
    reason: row.reason,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  };
}
