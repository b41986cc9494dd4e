import { problemWords } from '../../api/src/problems/english/problem-words.ts';
import { readProblem } from '../../api/src/problems/stored-problem.ts';
import type { World } from './world.ts';

/** A request that reached an outside service, as its journal has it. */
export interface JournalLine {
  readonly n: number;
  readonly at: string;
  readonly service: string;
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly page: string | null;
  readonly status: number | null;
  readonly effects: readonly string[];
  readonly faults: readonly string[];
}

/** What a screen said of a post from `at` on; null when it had nothing to explain. */
export interface Words {
  readonly postId: number;
  readonly at: Date;
  readonly code: string | null;
  readonly message: string | null;
}

interface Kept {
  readonly postId: number;
  readonly at: Date;
  readonly problem: unknown;
}

function wordsOf({ postId, at, problem: stored }: Kept): Words {
  const problem = stored === null ? null : readProblem(stored, at);
  return {
    postId,
    at,
    code: problem?.code ?? null,
    message: problem === null ? null : problemWords(problem, { now: at }),
  };
}

const POLL_EVERY_MS = 1000;

/** Keeps the whole journal, of which the sandbox forgets the oldest, and every word that a screen had for a post. */
export async function startWatching({ control, table }: World) {
  await table.rows(`
    create schema if not exists torture;
    create table if not exists torture.words (n bigint generated always as identity primary key, post_id bigint,
      at timestamptz default clock_timestamp(), problem jsonb);
    create or replace function torture.note_words() returns trigger language plpgsql as $$
    begin
      insert into torture.words (post_id, problem) values (new.id, new.problem);
      return null;
    end $$;
    drop trigger if exists torture_words on posts;
    create trigger torture_words after update of problem on posts for each row
      when (old.problem is distinct from new.problem) execute function torture.note_words();`);
  const journal: JournalLine[] = [];
  const read = async () => {
    const lines = await control<JournalLine[]>('GET', `journal?since=${journal.at(-1)?.n ?? 0}`);
    journal.push(
      ...lines.map(({ n, at, service, method, path, params, page, status, effects, faults }) => ({
        n,
        at,
        service,
        method,
        path,
        params,
        page,
        status,
        effects,
        faults,
      })),
    );
  };
  let reading = Promise.resolve();
  const timer = setInterval(() => {
    reading = reading.then(read).catch(() => {});
  }, POLL_EVERY_MS);

  return {
    async stop(): Promise<{ journal: readonly JournalLine[]; words: Words[] }> {
      clearInterval(timer);
      await reading;
      await read();
      const kept = await table.rows<Kept>('select post_id::int as "postId", at, problem from torture.words order by n');
      return { journal, words: kept.map(wordsOf) };
    },
  };
}
export type Watched = Awaited<ReturnType<Awaited<ReturnType<typeof startWatching>>['stop']>>;
