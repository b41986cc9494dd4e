import type { Knex } from 'knex';
import type { PageId, UserId } from '../../contract/ids.ts';
import type { Environment } from '../../contract/common.ts';
import type { RecurrenceState } from '../../contract/recurrences.ts';
import { andOnTheirPages } from '../../db/only-pages.sql.ts';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';
import type { RecurrenceProblem } from '../../problems/recurrence-problem.ts';
import { pageZoneSql } from '../slots/page-zone.sql.ts';
import type { Recurrence, RecurrenceFields } from './recurrence.ts';

interface RecurrenceRow {
  id: number;
  user_id: UserId;
  environment: Environment;
  facebook_page_id: PageId;
  page_name: string;
  is_page_there: boolean;
  name: string | null;
  rule: string;
  starts_on: string;
  time_of_day: string;
  time_zone: string;
  content_type: string;
  tone: string | null;
  keywords: string | null;
  cooldown_days: number | null;
  is_varied: boolean;
  state: RecurrenceState;
  active_from: Date;
  revision: number;
  problem: RecurrenceProblem | null;
  created_at: Date;
}

/** What a change of a rule may change besides its fields. */
export interface RecurrenceChanges extends Partial<RecurrenceFields> {
  readonly state?: RecurrenceState;
}

const RECURRENCES = `
  select r.id, r.user_id, r.environment, r.facebook_page_id, g.name as page_name, g.removed_at is null as is_page_there,
    r.name, r.rule, r.starts_on::text as starts_on, r.time_of_day, r.time_zone, r.content_type, r.tone, r.keywords,
    r.cooldown_days, r.is_varied, r.state, r.active_from, r.revision, r.problem, r.created_at
  from recurrences r join facebook_pages g on g.id = r.facebook_page_id`;

/** Rules by which posts come again. */
export function recurrencesRepository(db: Knex) {
  async function read(owner: Owner, where: string, values: readonly (string | number)[] = []): Promise<Recurrence[]> {
    const { rows } = await db.raw<{ rows: RecurrenceRow[] }>(
      `${RECURRENCES} where r.user_id = ? and r.environment = ?
        ${andOnTheirPages(owner, 'r.facebook_page_id')} ${where}`,
      [owner.userId, owner.environment, ...values],
    );
    return rows.map(toRecurrence);
  }

  return {
    ...stoppedRules(db),

    list: (owner: Owner) => read(owner, 'order by lower(g.name), r.id'),

    async find(owner: Owner, id: number): Promise<Recurrence | null> {
      return (await read(owner, 'and r.id = ?', [id]))[0] ?? null;
    },

    /** The same, and nobody else changes it or makes posts by it until the end of the transaction. */
    async lock(owner: Owner, id: number): Promise<Recurrence | null> {
      return (await read(owner, 'and r.id = ? for no key update of r', [id]))[0] ?? null;
    },

    /** Where the days of a page begin. */
    async zoneOf(pageId: PageId): Promise<string> {
      const { rows } = await db.raw<{ rows: [{ zone: string }] }>(`select ${pageZoneSql('?')} as zone`, [pageId]);
      return rows[0].zone;
    },

    async count(owner: Owner): Promise<number> {
      const [row] = (await ownedBy(db, 'recurrences', owner).count({ total: '*' })) as unknown as [{ total: number }];
      return Number(row.total);
    },

    /** Until the end of this transaction nobody else adds one for this owner. */
    async lockNew(owner: Owner): Promise<void> {
      await db.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [
        `recurrences:${owner.userId}/${owner.environment}`,
      ]);
    },

    async create(owner: Owner, fields: RecurrenceFields): Promise<number> {
      const [made] = await db('recurrences')
        .insert({ ...ownedColumns(owner), ...columnsOf(fields) })
        .returning<{ id: number }[]>('id');
      return (made as { id: number }).id;
    },

    /** What is to come begins anew: from now on, and by all of its days. */
    async change(owner: Owner, id: number, { state, ...fields }: RecurrenceChanges): Promise<void> {
      await ownedBy(db, 'recurrences', owner)
        .where({ id })
        .update({
          ...columnsOf(fields),
          ...(state === undefined ? {} : { state }),
          revision: db.raw('revision + 1'),
          active_from: db.fn.now(),
          planned_at: null,
          varied_until: null,
          problem: null,
        } as object);
    },

    async remove(owner: Owner, id: number): Promise<boolean> {
      return Number(await ownedBy(db, 'recurrences', owner).where({ id }).delete()) === 1;
    },
  };
}

function stoppedRules(db: Knex) {
  /** Whoever has read a rule as it was makes nothing by it any more. */
  const paused = { state: 'paused', revision: db.raw('revision + 1'), planned_at: null, varied_until: null };
  return {
    /** Makes nothing more for this owner, until they say so. */
    async pauseAll(owner: Owner): Promise<void> {
      await ownedBy(db, 'recurrences', owner)
        .where({ state: 'running' })
        .update(paused as object);
    },

    /**
     * Makes nothing more for a page that is gone, until its owner says so. Who makes posts for it at this moment is
     * waited for, so that those are seen by whoever comes after.
     * @returns the rules that it stopped
     */
    async stopForPage(owner: Owner, facebookPageId: PageId): Promise<number[]> {
      const gone: RecurrenceProblem = { code: 'page_gone', params: {} };
      const stopped = await ownedBy(db, 'recurrences', owner)
        .where({ facebook_page_id: facebookPageId, state: 'running' })
        .update({ ...paused, problem: JSON.stringify(gone) } as object)
        .returning<{ id: number }[]>('id');
      return (stopped as { id: number }[]).map(({ id }) => id);
    },
  };
}

function columnsOf(fields: Partial<RecurrenceFields>): Record<string, unknown> {
  const columns = {
    facebook_page_id: fields.facebookPageId,
    name: fields.name,
    rule: fields.rule,
    starts_on: fields.startsOn,
    time_of_day: fields.timeOfDay,
    time_zone: fields.timeZone,
    content_type: fields.contentType,
    tone: fields.tone,
    keywords: fields.keywords,
    cooldown_days: fields.cooldownDays,
    is_varied: fields.isVaried,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

export function toRecurrence(row: RecurrenceRow): Recurrence {
  return {
    id: row.id,
    userId: row.user_id,
    environment: row.environment,
    facebookPageId: row.facebook_page_id,
    pageName: row.page_name,
    isPageThere: row.is_page_there,
    name: row.name,
    rule: row.rule,
    startsOn: row.starts_on,
    timeOfDay: row.time_of_day,
    timeZone: row.time_zone,
    contentType: row.content_type,
    tone: row.tone,
    keywords: row.keywords,
    cooldownDays: row.cooldown_days,
    isVaried: row.is_varied,
    state: row.state,
    activeFrom: row.active_from,
    revision: row.revision,
    problem: row.problem,
    createdAt: row.created_at,
  };
}
