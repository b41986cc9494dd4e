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
  readonly environment: Environment;
  readonly ip: string | null;
}

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
  action: string;
  subject: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  ip_address: string | null;
}

/** Who does what a request asks for. */
export function actorOf(session: Session, { ip }: { readonly ip: string }): Actor {
  const { impersonator, environment } = session;
  const user = { facebookId: session.facebookId, name: session.name };
  if (impersonator === null) return { person: user, impersonated: null, environment, ip };
  const person = { facebookId: impersonator.facebookId, name: impersonator.name };
  return { person, impersonated: user, environment, ip };
}

/** The log of what administrators did. */
export function auditRepository(db: Knex) {
  return {
    ...auditPages(db),

    /** The lines of one action of the last days, the newest first. */
    latest: <Line extends { readonly at: Date; readonly after: unknown }>(action: string, days: number) =>
      db('audit_log')
        .where({ action })
        .where('at', '>', db.raw('now() - make_interval(days => ?)', [days]))
        .orderBy('id', 'desc')
        .select<Line[]>('at', 'after'),

    /**
     * To be called in the transaction of the change: one without the other does not happen. The time is that of this line:
     * a transaction may have begun, and then waited, before one that it comes after.
     */
    async record(
      { person, impersonated, environment, ip }: Actor,
      { action, subject, before = null, after = null }: AuditEvent,
    ): Promise<void> {
      await db('audit_log').insert({
        at: db.raw('clock_timestamp()'),
        environment,
        actor_facebook_id: person.facebookId,
        actor_name: person.name,
        impersonated_facebook_id: impersonated?.facebookId ?? null,
        impersonated_name: impersonated?.name ?? null,
        action,
        subject,
        before: before === null ? null : JSON.stringify(before),
        after: after === null ? null : JSON.stringify(after),
        ip_address: ip,
      });
    },
  };
}

function auditPages(db: Knex) {
  return {
    /** The newest first. @param searches parts of a name, an id, an action or a subject, one of which has to be there; none: everything */
    async page(
      searches: readonly string[],
      pageNumber: number,
      limit: number,
    ): Promise<{ entries: AuditEntry[]; total: number }> {
      const matching = () =>
        db<AuditRow>('audit_log').modify((query) => {
          if (searches.length === 0) return;
          void query.where((any) => {
            for (const search of searches) {
              for (const column of [
                'actor_facebook_id',
                'actor_name',
                'impersonated_facebook_id',
                'impersonated_name',
                'action',
                'subject',
              ])
                void any.orWhereILike(column, containing(search));
            }
          });
        });
      const [rows, [count]] = await Promise.all([
        matching()
          .orderBy([
            { column: 'at', order: 'desc' },
            { column: 'id', order: 'desc' },
          ])
          .limit(limit)
          .offset((pageNumber - 1) * limit)
          .select('*'),
        matching().count<{ total: number }[]>({ total: '*' }),
      ]);
      return { entries: (rows as AuditRow[]).map(toEntry), total: Number(count?.total ?? 0) };
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
      environment: ENVIRONMENTS.find((mode) => mode === row.environment) ?? 'development',
      ip: row.ip_address,
    },
    action: row.action,
    subject: row.subject,
    before: row.before,
    after: row.after,
  };
}
