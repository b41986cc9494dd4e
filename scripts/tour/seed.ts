import { PROBLEM_ACTION } from '../../api/src/contract/pages.ts';
import type { StoredProblem } from '../../api/src/contract/problems.ts';
import type pg from 'pg';
import { WORDS, type Words } from './words.ts';
import { insertSql } from '../../api/src/features/posts/post-writes.sql.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Kuala Lumpur, where the three pages are. */
const OFFSET_HOURS = 8;
const HOURS = [8, 10, 12.5, 17, 19.5];
const PUBLISHED_DAYS = 56;
const SCHEDULED_DAYS = 24;

interface Page {
  readonly id: number;
  readonly user_id: number;
  readonly environment: string;
  readonly name: string;
  readonly page_id: string;
}

interface Row extends Words {
  readonly status: 'published' | 'scheduled' | 'failed' | 'missed';
  readonly at: Date;
  readonly isLate?: boolean;
  readonly problem?: StoredProblem;
}

/** Eight weeks behind the person and three in front of them, on all of their pages. */
export async function seedPosts(db: pg.Client, facebookId: string, now: Date): Promise<void> {
  const { rows: pages } = await db.query<Page>(
    `select g.id, g.user_id, g.environment, g.name, g.page_id from facebook_pages g join users u on u.id = g.user_id
      where u.facebook_id = $1 order by g.name`,
    [facebookId],
  );
  for (const [index, page] of pages.entries()) {
    const words = WORDS[page.name] ?? [];
    for (const row of rowsOf(words, index, now)) await insert(db, page, row);
  }
}

function rowsOf(words: readonly Words[], index: number, now: Date): Row[] {
  const rows: Row[] = [];
  const nth = (n: number) => words[n % words.length] ?? { content: '', type: 'story', isAi: false };
  for (let day = PUBLISHED_DAYS, n = 0; day >= 1; day -= 2 + ((day + index) % 2), n += 1) {
    // A business that finds its pace: some days had none in the first weeks.
    if (day > 35 && (day + index) % 3 === 0) continue;
    rows.push({
      ...nth(n + index),
      status: 'published',
      at: at(now, -day, HOURS[(n + index) % HOURS.length] ?? 9),
      isLate: index === 1 && n === 12,
    });
  }
  for (let day = 1 + index, n = 3; day <= SCHEDULED_DAYS; day += 2 + ((day + index) % 2), n += 1) {
    rows.push({ ...nth(n + index), status: 'scheduled', at: at(now, day, HOURS[(n + 2 * index) % HOURS.length] ?? 9) });
  }
  if (index === 0) {
    rows.push({
      ...nth(1),
      status: 'failed',
      at: at(now, -1, 19),
      problem: {
        code: 'duplicate',
        action: PROBLEM_ACTION.edit,
        params: { target: 'facebook', page: 'Bukit Bintang Cycle Works', said: null },
      },
    });
  }
  if (index === 2) {
    rows.push({
      ...nth(5),
      status: 'missed',
      at: at(now, -2, 7),
      problem: {
        code: 'missed',
        action: PROBLEM_ACTION.publishNow,
        params: { because: 'time', spacingMinutes: 30 },
      },
    });
  }
  return rows;
}

/** An hour of the day in Kuala Lumpur, some days from now. */
function at(now: Date, days: number, hour: number): Date {
  const local = now.getTime() + OFFSET_HOURS * HOUR_MS;
  return new Date(local - (local % DAY_MS) + days * DAY_MS + (hour - OFFSET_HOURS) * HOUR_MS);
}

async function insert(db: pg.Client, page: Page, row: Row): Promise<void> {
  const isOut = row.status === 'published';
  // What is planned far ahead was written long ago.
  const written = new Date(
    Math.min(
      row.at.getTime() - 30 * HOUR_MS,
      Date.now() - 28 * HOUR_MS - Math.max(0, row.at.getTime() - Date.now()) / 8,
    ),
  );
  const {
    rows: [post],
  } = await db.query<{ id: string }>(
    `${insertSql(row.status, {
      user_id: '$1',
      environment: '$2',
      target: "'facebook'",
      facebook_page_id: '$3',
      content: '$4',
      content_type: '$5',
      tone: "'friendly'",
      is_ai_generated: '$6',
      scheduled_at: '$7',
      published_at: '$8',
      is_late: '$9',
      remote_id: '$10',
      problem: '$11',
      created_at: '$12',
      updated_at: '$13',
    })} returning id`,
    [
      page.user_id,
      page.environment,
      page.id,
      row.content,
      row.type,
      row.isAi,
      row.at,
      isOut ? new Date(row.at.getTime() + 2000) : null,
      row.isLate ?? false,
      isOut ? `${page.page_id}_1220${row.at.getTime()}` : null,
      row.problem ?? null,
      written,
      row.problem === undefined ? written : new Date(row.at.getTime() + HOUR_MS),
    ],
  );
  if (!isOut || post === undefined) return;
  const [likes, comments, shares] = reactions(row);
  await db.query(
    `insert into post_engagement (post_id, likes, comments, shares) values ($1, $2, $3, $4)
        on conflict (post_id) do update set likes = $2, comments = $3, shares = $4`,
    [post.id, likes, comments, shares],
  );
}

/** The same at every run: questions are talked about, and everything grows with the weeks. */
function reactions({ content, type, at: when }: Row): [number, number, number] {
  const chance = ((content.length * 37 + Math.floor(when.getTime() / DAY_MS) * 17) % 100) / 100;
  const reach = 18 + chance * 60 + Math.max(0, 40 - (Date.now() - when.getTime()) / DAY_MS / 2);
  return [
    Math.round(reach),
    Math.round(reach * (type === 'engagement' ? 0.7 : 0.12)),
    Math.round(reach * (type === 'educational' ? 0.15 : 0.05)),
  ];
}
