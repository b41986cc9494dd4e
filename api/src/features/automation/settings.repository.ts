import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import type { AutomationMode } from '../../contract/automation.ts';
import type { Language } from '../../contract/generation.ts';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';
import type { AutomationReason } from '../../contract/automation-reasons.ts';
import { spacingMinutesSql } from '../../networks/spacing.sql.ts';
import type { Problem } from '../../problems/problem.ts';
import { readPageProblem, readPause, readProblem } from '../../problems/stored-problem.ts';

export interface Settings {
  readonly frequencyHours: number;
  readonly isEnabled: boolean;
  readonly anchorAt: Date | null;
  readonly lastCycleAt: Date | null;
  readonly nextCycleAt: Date | null;
  readonly problem: Problem | null;
  /** The database's clock. */
  readonly now: Date;
}

/** A connected page, as automation is set up for it. */
export interface PageSettings {
  readonly pageId: PageId;
  readonly pageName: string;
  readonly isAvailable: boolean;
  readonly problem: Problem | null;
  readonly isEnabled: boolean;
  readonly contentCount: number;
  readonly spacingMinutes: number;
  readonly contentScope: string;
  readonly language: Language;
  readonly mode: AutomationMode;
  /** Its owner was told that its posts are published unread, and agreed. */
  readonly isUnreadAgreed: boolean;
  /** A text with a claim that has no source waits for its owner in either mode. */
  readonly holdsUnsourced: boolean;
  /** Stands below posts that nobody reviewed; '': nothing does. */
  readonly disclosure: string;
  readonly pausedAt: Date | null;
  readonly pauseReason: AutomationReason | null;
  readonly othersPublishing: number;
}

export interface PageChoice {
  readonly pageId: PageId;
  readonly isEnabled: boolean;
  readonly contentCount: number;
  readonly contentScope?: string | undefined;
  readonly language?: Language | undefined;
  readonly mode?: AutomationMode | undefined;
  readonly isUnreadAgreed?: boolean | undefined;
  readonly holdsUnsourced?: boolean | undefined;
  readonly disclosure?: string | undefined;
}

export interface Rhythms {
  readonly frequencyHours: number;
  readonly isEnabled: boolean;
  readonly anchorAt: Date | null;
  readonly nextCycleAt: Date | null;
}

interface SettingsRow {
  frequency_hours: number;
  is_enabled: boolean;
  anchor_at: Date | null;
  last_cycle_at: Date | null;
  next_cycle_at: Date | null;
  problem: unknown;
  now: Date;
}

interface PageRow {
  id: PageId;
  name: string;
  is_connected: boolean;
  problem: unknown;
  is_enabled: boolean | null;
  content_count: number | null;
  spacing_minutes: number;
  content_scope: string | null;
  language: Language | null;
  mode: AutomationMode | null;
  unread_agreed_at: Date | null;
  holds_unsourced: boolean | null;
  disclosure: string | null;
  paused_at: Date | null;
  pause_reason: unknown;
  others_publishing: number;
}

/** Other people's rows of the same page, of those who automate it or have a post scheduled for it. */
const OTHERS_PUBLISHING = `(
  select count(*)::int from facebook_pages o
  where o.page_id = facebook_pages.page_id and o.environment = facebook_pages.environment
    and o.user_id <> facebook_pages.user_id and o.removed_at is null and (
    exists (select from automation_page_configurations oc join automation_settings oa on oa.user_id = oc.user_id
      where oc.facebook_page_id = o.id and oc.is_enabled and oa.is_enabled)
    or exists (select from posts where facebook_page_id = o.id and status = 'scheduled')
  )
) as others_publishing`;

/** How a person has set automation up. */
export function settingsRepository(db: Knex) {
  const columns = [
    'frequency_hours',
    'is_enabled',
    'anchor_at',
    'last_cycle_at',
    'next_cycle_at',
    'problem',
    db.raw('now() as now'),
  ];
  return {
    ...pageSettings(db),

    /** null for somebody who has never saved or started. */
    async find(owner: Owner): Promise<Settings | null> {
      const row = await ownedBy<SettingsRow>(db, 'automation_settings', owner).first(...(columns as string[]));
      return row === undefined ? null : toSettings(row as SettingsRow);
    },

    /** Theirs alone until the end of the transaction that `db` is; made where there are none. */
    async lock(owner: Owner): Promise<Settings> {
      await db('automation_settings').insert(ownedColumns(owner)).onConflict('user_id').ignore();
      const row = await ownedBy<SettingsRow>(db, 'automation_settings', owner)
        .forNoKeyUpdate()
        .first(...(columns as string[]));
      if (row === undefined) throw new Error('The settings of an owner are those of another environment');
      return toSettings(row as SettingsRow);
    },

    async set(owner: Owner, changes: Partial<Rhythms> & { problem?: null }): Promise<void> {
      await ownedBy(db, 'automation_settings', owner).update({
        ...(changes.frequencyHours === undefined ? {} : { frequency_hours: changes.frequencyHours }),
        ...(changes.isEnabled === undefined ? {} : { is_enabled: changes.isEnabled }),
        ...(changes.anchorAt === undefined ? {} : { anchor_at: changes.anchorAt }),
        ...(changes.nextCycleAt === undefined ? {} : { next_cycle_at: changes.nextCycleAt }),
        ...(changes.problem === undefined ? {} : { problem: null, held_until: null }),
      } as object);
    },
  };
}

/** What is chosen for each page. */
function pageSettings(db: Knex) {
  return {
    async pages(owner: Owner): Promise<PageSettings[]> {
      const rows = (await ownedBy<PageRow>(db, 'facebook_pages', owner)
        .whereNull('facebook_pages.removed_at')
        .leftJoin('automation_page_configurations as c', 'c.facebook_page_id', 'facebook_pages.id')
        .orderBy('facebook_pages.name')
        .orderBy('facebook_pages.id')
        .select(
          'facebook_pages.id',
          'facebook_pages.name',
          'facebook_pages.is_connected',
          'facebook_pages.problem',
          'c.is_enabled',
          'c.content_count',
          'c.content_scope',
          'c.language',
          'c.mode',
          'c.unread_agreed_at',
          'c.holds_unsourced',
          'c.disclosure',
          'c.paused_at',
          'c.pause_reason',
          db.raw(`${spacingMinutesSql('facebook_pages.user_id')} as spacing_minutes`),
          db.raw(OTHERS_PUBLISHING),
        )) as unknown as PageRow[];
      return rows.map(toPage);
    },

    async savePages(owner: Owner, choices: readonly PageChoice[]): Promise<void> {
      // One by one in one order: what a choice leaves out stays as it is.
      for (const choice of choices.toSorted((a, b) => a.pageId - b.pageId)) {
        const chosen = {
          is_enabled: choice.isEnabled,
          content_count: choice.contentCount,
          ...(choice.contentScope === undefined ? {} : { content_scope: choice.contentScope }),
          ...(choice.language === undefined ? {} : { language: choice.language }),
          ...(choice.mode === undefined ? {} : { mode: choice.mode }),
          ...(choice.holdsUnsourced === undefined ? {} : { holds_unsourced: choice.holdsUnsourced }),
          ...(choice.disclosure === undefined ? {} : { disclosure: choice.disclosure }),
          ...(choice.isUnreadAgreed === true ? { unread_agreed_at: db.fn.now() } : {}),
        };
        await db('automation_page_configurations')
          .insert({ ...ownedColumns(owner), facebook_page_id: choice.pageId, ...chosen })
          .onConflict('facebook_page_id')
          .merge(chosen);
      }
    },

    async resume(owner: Owner, pageId: PageId): Promise<void> {
      await ownedBy(db, 'automation_page_configurations', owner)
        .where({ facebook_page_id: pageId })
        .update({ failures: 0, paused_at: null, pause_reason: null } as object);
    },
  };
}
export type SettingsRepository = ReturnType<typeof settingsRepository>;

function toSettings(row: SettingsRow): Settings {
  return {
    frequencyHours: row.frequency_hours,
    isEnabled: row.is_enabled,
    anchorAt: row.anchor_at,
    lastCycleAt: row.last_cycle_at,
    nextCycleAt: row.next_cycle_at,
    problem: row.problem === null ? null : readProblem(row.problem, row.now),
    now: row.now,
  };
}

function toPage(row: PageRow): PageSettings {
  return {
    pageId: row.id,
    pageName: row.name,
    isAvailable: row.is_connected,
    problem: readPageProblem(row.problem),
    isEnabled: row.is_enabled ?? false,
    contentCount: row.content_count ?? 1,
    spacingMinutes: row.spacing_minutes,
    contentScope: row.content_scope ?? '',
    language: row.language ?? 'English',
    mode: row.mode ?? 'draft',
    isUnreadAgreed: row.unread_agreed_at !== null,
    holdsUnsourced: row.holds_unsourced ?? true,
    disclosure: row.disclosure ?? '',
    pausedAt: row.paused_at,
    pauseReason:
      row.pause_reason === null || row.paused_at === null ? null : readPause(row.pause_reason, row.paused_at),
    othersPublishing: row.others_publishing,
  };
}
