import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { IDEMPOTENCY_HEADER } from '../../api/src/contract/endpoint.ts';
import type { Owner } from '../torture/owner.ts';
import type { PlannedPost } from '../torture/plan.ts';
import type { Book, Said } from './book.ts';

const DUE_IN_MS = 4000;
const DUE_EVERY_MS = 1000;
const AGAIN_AFTER_MS = 250;
/** What an open page asks for, and the page itself. */
const READS = [
  '/',
  '/api/auth/user',
  '/api/settings',
  '/api/status',
  '/api/facebook-pages',
  '/api/posts/paginated?status=scheduled',
  '/api/posts/paginated?status=published',
  '/api/notifications',
  '/api/dashboard/stats',
  '/api/library',
];
/** Of so many things that a person does, one changes something. */
const WRITES_EVERY = 6;
const OPENS_EVERY = 40;

interface Deps {
  readonly book: Book;
  readonly origin: string;
  /** One session each. */
  readonly sessions: readonly Owner[];
  readonly pauseMs: number;
  /** All files that a page may ask for. */
  filesOf(page: string): readonly string[];
}

/** How screens change something. */
function writer(book: Book, origin: string) {
  const headersOf = (session: Owner) => ({ origin, cookie: session.cookie(), 'content-type': 'application/json' });

  /** Asked again under the same key, as screens do, until somebody says something. */
  async function write(session: Owner, method: string, path: string, body?: unknown): Promise<Said> {
    const key = randomUUID();
    for (;;) {
      const said = await book.call(path, {
        method,
        headers: { ...headersOf(session), [IDEMPOTENCY_HEADER]: key },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        // The first one of this key is on its way yet.
        expected: [409],
      });
      if (said !== null && said.status !== 409) return said;
      await sleep(AGAIN_AFTER_MS);
    }
  }

  return { headersOf, write };
}

/** People who look, write, correct and delete all the time, while posts fall due each second. */
export function startPeople({ book, origin, sessions, pauseMs, filesOf }: Deps) {
  const written: PlannedPost[] = [];
  const gone: string[] = [];
  let isOver = false;
  let n = 0;

  const { headersOf, write } = writer(book, origin);

  async function draft(session: Owner): Promise<void> {
    const facebookPageId = session.pages[0]?.id;
    const { body } = await write(session, 'POST', '/api/posts', {
      content: 'A thought',
      status: 'draft',
      facebookPageId,
    });
    await write(session, 'PATCH', `/api/posts/${body.id}`, { content: 'A better thought' });
    await write(session, 'DELETE', `/api/posts/${body.id}`);
  }

  async function person(session: Owner, number: number): Promise<void> {
    let files: readonly string[] = [];
    for (let turn = number; !isOver; turn += 1) {
      if (turn % OPENS_EVERY === 0 || files.length === 0) files = filesOf((await book.call('/', {}))?.text ?? '');
      if (turn % WRITES_EVERY === 0) await draft(session);
      else if (turn % WRITES_EVERY === 1) await look(files[turn % Math.max(1, files.length)] ?? '/');
      else await book.call(READS[turn % READS.length] ?? '/', { headers: headersOf(session) });
      await sleep(pauseMs);
    }
  }

  /** A part of the open page, which comes when it is needed; where it is gone, the page asks to be opened again. */
  async function look(file: string): Promise<void> {
    const said = await book.call(file, { expected: [404] });
    if (said?.status === 404) gone.push(`${new Date().toISOString()} ${file}`);
  }

  async function duePost(session: Owner): Promise<void> {
    n += 1;
    const [marker, page] = [`due-${n}`, n % session.pages.length];
    const post: PlannedPost = { n, kind: 'text', page, marker, text: marker, dueInMs: DUE_IN_MS, action: null };
    const { status } = await write(session, 'POST', '/api/posts', {
      content: `${marker}: a post of its own kind, number ${n}`,
      status: 'scheduled',
      scheduledAt: new Date(Date.now() + DUE_IN_MS).toISOString(),
      facebookPageId: session.pages[page]?.id,
    });
    if (status === 201) written.push(post);
  }

  /** By the clock: who waits for an answer does not keep the next one from being written. */
  async function clock(session: Owner): Promise<void> {
    const open: Promise<void>[] = [];
    while (!isOver) {
      open.push(duePost(session));
      await sleep(DUE_EVERY_MS);
    }
    await Promise.all(open);
  }

  const all = [...sessions.map(person), ...sessions.slice(0, 2).map(clock)];
  return {
    written,
    /** Files of open pages that no host had any more. */
    gone,
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all(all);
    },
  };
}
