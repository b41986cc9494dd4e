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

/** What an entry is written from: a person at a screen, or the command line. */
export interface Doer {
  readonly actor: Person;
  /** In whose place; null for the actor's own doing. */
  readonly inPlaceOf: Person | null;
  readonly environment: Environment;
  readonly ip: string | null;
}

/** What was done. `before` and `after` hold no secrets: whoever writes them leaves those out. */
export interface Deed {
  /** Such as `access.role-changed`. */
  readonly action: string;
  readonly subject: string;
  readonly before?: object | null;
  readonly after?: object | null;
}

export interface AuditEntry extends Doer {
  readonly id: number;
  readonly at: Date;
  readonly action: string;
  readonly subject: string;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

interface AuditRow {
  id: number;
  at: Date;
  environment: string;
  actor_facebook_id: string;
  actor_name: string;
  in_place_of_facebook_id: string | null;
  in_place_of_name: string | null;
  action: string;
  subject: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  ip_address: string | null;
}

/** Who does what a request asks for. */
export function doerOf(session: Session, { ip }: { readonly ip: string }): Doer {
  const person = { facebookId: session.facebookId, name: session.name };
  const { impersonator } = session;
  return impersonator === null
    ? { actor: person, inPlaceOf: null, environment: session.environment, ip }
    : {
        actor: { facebookId: impersonator.facebookId, name: impersonator.name },
        inPlaceOf: person,
        environment: session.environment,
        ip,
      };
}

/** The log of what administrators did. */
export function auditRepository(db: Knex) {
  return {
    /**
     * To be called in the transaction of the change: one without the other does not happen. The time is that of this line:
     * a transaction may have begun, and then waited, before one that it comes after.
     */
    async record(
      { actor, inPlaceOf, environment, ip }: Doer,
      { action, subject, before = null, after = null }: Deed,
    ): Promise<void> {
      await db('audit_log').insert({
        at: db.raw('clock_timestamp()'),
        environment,
        actor_facebook_id: actor.facebookId,
        actor_name: actor.name,
        in_place_of_facebook_id: inPlaceOf?.facebookId ?? null,
        in_place_of_name: inPlaceOf?.name ?? null,
        action,
        subject,
        before: before === null ? null : JSON.stringify(before),
        after: after === null ? null : JSON.stringify(after),
        ip_address: ip,
      });
    },

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
                'in_place_of_facebook_id',
                'in_place_of_name',
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
  return {
    id: row.id,
    at: row.at,
    environment: ENVIRONMENTS.find((mode) => mode === row.environment) ?? 'development',
    actor: { facebookId: row.actor_facebook_id, name: row.actor_name },
    inPlaceOf:
      row.in_place_of_facebook_id === null
        ? null
        : { facebookId: row.in_place_of_facebook_id, name: row.in_place_of_name ?? '' },
    action: row.action,
    subject: row.subject,
    before: row.before,
    after: row.after,
    ip: row.ip_address,
  };
}
