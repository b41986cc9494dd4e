import type { Knex } from 'knex';
import { LOOP, OUTBOX, QUEUE, UNANSWERED } from './figures.sql.ts';

export interface Queue {
  readonly scheduled: number;
  readonly due: number;
  readonly overdue: number;
  readonly held: number;
  readonly publishing: number;
  /** 0 where none is due. */
  readonly oldestDueSeconds: number;
}

export interface Backlog {
  readonly channel: 'mail' | 'webhook' | 'push';
  readonly waiting: number;
  /** How long the oldest waits whose time has come; 0 where there is none. */
  readonly overdueSeconds: number;
}

/** What is so of the whole product, whichever host asks. */
export interface Figures {
  readonly queue: Queue;
  /** Networks that did not answer, and how many posts on their way wait for them. */
  readonly unanswered: readonly { readonly target: string; readonly posts: number }[];
  /** Since a loop anywhere last got through what was due. */
  readonly idleSeconds: number;
  readonly lastPublishedAt: Date | null;
  /** The time of the backup that was put back and waits to be released. */
  readonly restoredFrom: Date | null;
  readonly outbox: readonly Backlog[];
}

type Loop = Pick<Figures, 'idleSeconds' | 'lastPublishedAt' | 'restoredFrom'>;

/** Reads them one after the other, each by a statement that is bounded. */
export function figuresRepository(db: Knex) {
  const rows = async <Row>(sql: string) => (await db.raw<{ rows: Row[] }>(sql)).rows;
  return {
    async read(): Promise<Figures> {
      const [queue] = await rows<Queue>(QUEUE);
      const [loop] = await rows<Loop>(LOOP);
      if (queue === undefined || loop === undefined) throw new Error('A count always has a row');
      return {
        queue,
        ...loop,
        unanswered: await rows<Figures['unanswered'][number]>(UNANSWERED),
        outbox: await rows<Backlog>(OUTBOX),
      };
    },
  };
}
