import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { manyPosts, plannedOnPages } from '../../api/src/testing/many-posts.ts';
import { pngFile } from '../../api/src/testing/media-files.ts';
import type { Product } from '../product.ts';
import type { Person } from './person.ts';

/** Something that goes wrong, and the alerts that have to fire for it. */
export interface Fault {
  readonly name: string;
  readonly alerts: readonly string[];
  /** Makes it go wrong, again and again until the alerts fire; `isOver` says that they do. */
  stage(isOver: () => boolean): Promise<void>;
  /** Puts it right again. */
  mend(): Promise<unknown>;
}

interface Scene {
  readonly product: Product;
  readonly person: Person;
  /** A connection beside those of the product. */
  readonly db: pg.Client;
  /** Another host of the same product, whose process runs no loop. */
  readonly otherHost: string;
  stopDatabase(): Promise<unknown>;
}

const ASKED_AT_ONCE = 60;
const POSTS = 8;

/** In this order: each leaves the product as the next one needs it, and the last ones end it. */
export function faults(scene: Scene): Fault[] {
  return [...ofServices(scene), ...ofHost(scene), ...ofDatabase(scene), ...thatEnd(scene)];
}

function ofServices({ product, person, db }: Scene): Fault[] {
  const breakCalls = (fault: object) => product.control('faults', { method: 'POST', body: fault });
  const mend = () => product.control('faults', { method: 'DELETE' });
  const until = async (isOver: () => boolean, act: (n: number) => Promise<unknown>) => {
    for (let n = 0; !isOver(); n += 1) await Promise.all([act(n), sleep(300)]);
  };
  return [
    {
      name: 'the AI answers with errors',
      alerts: ['PagecastAiFails'],
      async stage(isOver) {
        await breakCalls({ match: { service: 'openai' }, when: 'before', action: { name: 'error', http: 500 } });
        // Each is tried again for a while before it is given up.
        await until(isOver, () => Promise.all(Array.from({ length: 6 }, person.generate)));
      },
      mend,
    },
    {
      name: 'an area does not come',
      alerts: ['PagecastAreaFailsToLoad'],
      async stage(isOver) {
        const [area] = await person.areas();
        if (area === undefined) throw new Error('The product has no areas');
        await until(isOver, () => person.tellOfLoad(area.name, area.version, 'render'));
      },
      mend: async () => {},
    },
    {
      name: 'Facebook breaks every call off',
      alerts: ['PagecastFacebookAway'],
      async stage(isOver) {
        await breakCalls({ match: { service: 'graph' }, when: 'before', action: 'reset' });
        await planOnPages(db, person, 'Unanswered');
        await until(isOver, async () => {});
      },
      mend,
    },
    {
      name: 'Facebook refuses every post',
      alerts: ['PagecastPostsFail'],
      async stage(isOver) {
        await breakCalls({
          match: { service: 'graph', method: 'POST', path: '/feed$' },
          when: 'before',
          action: { name: 'error', http: 400, code: 100, message: 'Invalid parameter' },
        });
        await until(isOver, (n) => (n % 10 === 0 ? planOnPages(db, person, `Refused ${n}`) : sleep(100)));
      },
      mend,
    },
  ];
}

function ofHost({ product, person }: Scene): Fault[] {
  const media = path.join(product.dataDir, 'media');
  return [
    {
      name: 'the folder of files is gone',
      alerts: ['PagecastUploadsFail', 'PagecastLoopHeld'],
      async stage(isOver) {
        fs.renameSync(media, `${media}.away`);
        // What is not a folder cannot be made one.
        fs.writeFileSync(media, '');
        while (!isOver()) await Promise.all([person.upload(pngFile()), sleep(300)]);
      },
      async mend() {
        fs.rmSync(media, { force: true });
        fs.renameSync(`${media}.away`, media);
      },
    },
    {
      name: 'the process of the loop is killed again and again',
      alerts: ['PagecastLoopDown'],
      async stage(isOver) {
        while (!isOver()) {
          for (const pid of childrenOf(product.apiPid())) process.kill(pid, 'SIGKILL');
          await sleep(100);
        }
      },
      mend: async () => {},
    },
  ];
}

function ofDatabase({ person, db }: Scene): Fault[] {
  return [
    {
      name: 'a table that a job needs is gone',
      alerts: ['PagecastJobFails'],
      async stage(isOver) {
        await db.query('alter table mails rename to mails_away');
        while (!isOver()) await sleep(200);
      },
      mend: () => db.query('alter table mails_away rename to mails'),
    },
    {
      name: 'somebody locks the sessions',
      alerts: ['PagecastDatabaseBusy', 'PagecastRequestsFail'],
      async stage(isOver) {
        await db.query('begin');
        await db.query('lock table sessions in access exclusive mode');
        const asking = Array.from({ length: ASKED_AT_ONCE }, async () => {
          while (!isOver()) await Promise.all([person.askWho(), sleep(100)]);
        });
        await Promise.all(asking);
      },
      mend: () => db.query('rollback'),
    },
  ];
}

function thatEnd({ product, db, otherHost, person, stopDatabase }: Scene): Fault[] {
  return [
    {
      name: 'the host that publishes is gone',
      alerts: ['PagecastHostDown', 'PagecastNothingIsPublished', 'PagecastPostsAreLate', 'PagecastPeopleAreNotTold'],
      async stage(isOver) {
        process.kill(product.apiPid(), 'SIGKILL');
        await sleep(2000);
        // As time would have it.
        await db.query("update loop_heartbeat set worked_at = now() - interval '10 minutes'");
        await db.query(
          manyPosts({
            status: 'scheduled',
            values: { content: "'Late ' || n", scheduled_at: "now() - interval '10 minutes'" },
            count: 12,
            of: 'u.facebook_id = $1',
          }),
          [person.facebookId],
        );
        await db.query(
          `insert into mails (user_id, environment, purpose, to_address, due_at)
          select id, environment, 'reminder', 'me@example.com', now() - interval '10 minutes' from users limit 1`,
        );
        while (!isOver()) await sleep(200);
      },
      mend: async () => {},
    },
    {
      name: 'the database is gone',
      alerts: ['PagecastDatabaseAway'],
      async stage(isOver) {
        await stopDatabase();
        while (!isOver()) await Promise.all([person.askWho(otherHost), sleep(100)]);
      },
      mend: async () => {},
    },
  ];
}

/** One due right now on each of some pages. */
const planOnPages = (db: pg.Client, { facebookId }: Person, text: string) =>
  db.query(
    plannedOnPages(
      { content: `'${text} on ' || g.n`, scheduled_at: "now() + interval '1 second'" },
      { rest: `where g.n <= ${POSTS}` },
    ),
    [facebookId],
  );

/** Processes that a process has started, as Linux tells. */
function childrenOf(pid: number): number[] {
  const told = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return told === '' ? [] : told.split(' ').map(Number);
}
