import type { Knex } from 'knex';
import { ENVIRONMENTS, type Environment } from '../../contract/common.ts';
import { containing } from '../../db/like-pattern.ts';
import type { Session } from '../../http/session.ts';

interface Person {
  readonly facebookId: string;
  readonly name: string;
}

/** Whoever has a shell on the server. */
export const COMMAND_LINE: Person = { facebookId: 'command-line', name: 'Command line' };

/** Whoever has not logged in. */
export const STRANGER: Person = { facebookId: 'unknown', name: 'Somebody who is not logged in' };

/** Who acts: a person at a screen, or the command line. */
export interface Actor {
  readonly person: Person;
  /** Whom that person impersonates; null for their own actions. */
  readonly impersonated: Person | null;
  /** The token by which a program did it in that person's name; null or left out: they did it themselves. */
  readonly token?: string | null;
  readonly environment: Environment;
  readonly ip: string | null;
}

/** What nobody asked for at that moment, such as the next step of a plan. */
export const pagecastIn = (environment: Environment): Actor => ({
  person: { facebookId: 'pagecast', name: 'Pagecast' },
  impersonated: null,
  environment,
  ip: null,
});

/** What was done. `before` and `after` hold no secrets: whoever writes them leaves those out. */
export interface AuditEvent {
  /** Such as `access.role-changed`. */
  readonly action: string;
  readonly subject: string;
  readonly before?: object | null;
  readonly after?: object | null;
}

export interface AuditEntry extends AuditEvent {
  readonly id: number;
  readonly at: Date;
  readonly actor: Actor;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

interface AuditRow {
  id: number;
  at: Date;
  environment: string;
  actor_facebook_id: string;
  actor_name: string;
  impersonated_facebook_id: string | null;
  impersonated_name: string | null;
  token_name: string | null;
  action: string;
  subject: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  ip_address: string | null;
}

/** Who does what a request asks for. */
export function actorOf(session: Session, { ip }: { readonly ip: string }): Actor {
  const { impersonator, environment, token } = session;
  const user = { facebookId: session.facebookId, name: session.name };
  if (impersonator === null) return { person: user, impersonated: null, token: token?.name ?? null, environment, ip };
  const person = { facebookId: impersonator.facebookId, name: impersonator.name };
  return { person, impersonated: user, environment, ip };
}

/** The log of what administrators did. */
export function auditRepository(db: Knex) {
  return {
    ...auditPages(db),
    ...auditChoices(db),

    /** The lines of one action of the last days, the newest first. */
    latest: <Line extends { readonly at: Date; readonly after: unknown }>(action: string, days: number) =>
      db('audit_log')
        .where({ action })
        .where('at', '>', db.raw('now() - make_interval(days => ?)', [days]))
        .orderBy('id', 'desc')
        .select<Line[]>('at', 'after'),

    /**
     * To be called in the transaction of the change: one without the other does not happen. The time is that of this
     * line: a transaction may have begun, and then waited, before one that it comes after.
     */
    async record(
      { person, impersonated, token = null, environment, ip }: Actor,
      { action, subject, before = null, after = null }: AuditEvent,
    ): Promise<void> {
      await db('audit_log').insert({
        at: db.raw('clock_timestamp()'),
        environment,
        actor_facebook_id: person.facebookId,
        actor_name: person.name,
        impersonated_facebook_id: impersonated?.facebookId ?? null,
        impersonated_name: impersonated?.name ?? null,
        token_name: token,
        action,
        subject,
        before: before === null ? null : JSON.stringify(before),
        after: after === null ? null : JSON.stringify(after),
        ip_address: ip,
      });
    },
  };
}

/**
 * Which lines. @property searches parts of a name, an id, an action or a subject, one of which has to be there; none:
 * everything
 */
export interface AuditWanted {
  readonly searches: readonly string[];
  readonly person: string | null;
  readonly kind: string | null;
}

/**
 * A browser reports it by itself, and what it says is kept elsewhere (`remote_loads`). Older lines of the log have it.
 */
const IS_ACT = "action <> 'remotes.report-remote-load'";

/** As their index has them: who did it, whom they impersonated, what they did and to what. */
const WORDS = [
  'actor_facebook_id',
  'actor_name',
  "coalesce(impersonated_facebook_id, '')",
  "coalesce(impersonated_name, '')",
  'action',
  'left(subject, 200)',
].join(" || e'\\n' || ");

/** Nobody turns so many pages; the export has them all. */
const MOST_COUNTED = 10_000;

/** So many names to choose from are enough for a list. */
const CHOICES = 500;

function auditPages(db: Knex) {
  const newestFirst = [
    { column: 'at', order: 'desc' },
    { column: 'id', order: 'desc' },
  ];
  const matching = ({ searches, person, kind }: AuditWanted) =>
    db<AuditRow>('audit_log')
      .whereRaw(IS_ACT)
      .modify((query) => {
        if (person !== null)
          void query.where((either) =>
            either.where('actor_facebook_id', person).orWhere('impersonated_facebook_id', person),
          );
        if (kind !== null) void query.whereRaw(`${KIND} = ?`, [kind]);
        if (searches.length === 0) return;
        void query.where((any) => {
          for (const search of searches) void any.orWhereRaw(`(${WORDS}) ilike ?`, [containing(search)]);
        });
      });
  return {
    /** The newest first. */
    async page(
      wanted: AuditWanted,
      pageNumber: number,
      limit: number,
      mostCounted = MOST_COUNTED,
    ): Promise<{ entries: AuditEntry[]; total: number; isTotalCut: boolean }> {
      const [rows, [count]] = await Promise.all([
        matching(wanted)
          .orderBy(newestFirst)
          .limit(limit)
          .offset((pageNumber - 1) * limit)
          .select('*'),
        db
          .from(
            matching(wanted)
              .select(db.raw('1'))
              .limit(mostCounted + 1)
              .as('counted'),
          )
          .count<{ total: number }[]>({ total: '*' }),
      ]);
      const total = Number(count?.total ?? 0);
      return {
        entries: (rows as AuditRow[]).map(toEntry),
        total: Math.min(total, mostCounted),
        isTotalCut: total > mostCounted,
      };
    },

    /** The next ones after `last`, the newest first. */
    async after(wanted: AuditWanted, last: AuditEntry | null, limit: number): Promise<AuditEntry[]> {
      const rows = matching(wanted).orderBy('id', 'desc').limit(limit).select('*');
      if (last !== null) void rows.where('id', '<', last.id);
      return ((await rows) as AuditRow[]).map(toEntry);
    },
  };
}

const KIND = "split_part(action, '.', 1)";

/** Every value of a column once, in its order: of each only the first line of the index is read. */
const eachOf = (name: string, column: string, where = 'true') => `known_${name} (${name}) as (
  (select ${column} from audit_log where ${where} and ${column} is not null order by ${column} limit 1)
  union all select (
    select ${column} from audit_log where ${where} and ${column} > ${name} order by ${column} limit 1
  ) from known_${name} where ${name} is not null
)`;

function auditChoices(db: Knex) {
  return {
    /** Everybody and every kind that the log knows, by name. */
    async choices(): Promise<{ people: Person[]; kinds: string[] }> {
      const { rows: people } = await db.raw<{ rows: Person[] }>(
        `with recursive ${eachOf('actor', 'actor_facebook_id')}, ${eachOf('impersonated', 'impersonated_facebook_id')}
         select distinct on (facebook_id) facebook_id as "facebookId", name from (
           select known.actor as facebook_id, line.name, line.id from known_actor known cross join lateral (
             select actor_name as name, id from audit_log where actor_facebook_id = known.actor order by id desc limit 1
           ) line
           union all select known.impersonated, line.name, line.id from known_impersonated known cross join lateral (
             select impersonated_name as name, id from audit_log
             where impersonated_facebook_id = known.impersonated order by id desc limit 1
           ) line
         ) last order by facebook_id, id desc limit ?`,
        [CHOICES],
      );
      const { rows: kinds } = await db.raw<{ rows: { kind: string }[] }>(
        `with recursive ${eachOf('kind', KIND, IS_ACT)} select kind from known_kind where kind is not null limit ?`,
        [CHOICES],
      );
      return {
        people: people.toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
        kinds: kinds.map(({ kind }) => kind),
      };
    },
  };
}
export type AuditRepository = ReturnType<typeof auditRepository>;

function toEntry(row: AuditRow): AuditEntry {
  const { impersonated_facebook_id: impersonatedId, impersonated_name: impersonatedName } = row;
  return {
    id: row.id,
    at: row.at,
    actor: {
      person: { facebookId: row.actor_facebook_id, name: row.actor_name },
      impersonated: impersonatedId === null ? null : { facebookId: impersonatedId, name: impersonatedName ?? '' },
      token: row.token_name,
      environment: ENVIRONMENTS.find((mode) => mode === row.environment) ?? 'development',
      ip: row.ip_address,
    },
    action: row.action,
    subject: row.subject,
    before: row.before,
    after: row.after,
  };
}
