import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const UP_WITHIN_MS = 60_000;

/** A person of the simulated Facebook. */
interface Person {
  readonly role: string;
  readonly id: string;
  readonly name: string;
}

/**
 * The variables that point a product at the sandbox running at `sandboxUrl`. Waits while it starts.
 * @throws Error with a plain message when nothing answers there
 */
export async function sandboxEnvironment(sandboxUrl: string): Promise<Record<string, string>> {
  const until = Date.now() + UP_WITHIN_MS;
  for (;;) {
    const answer = await fetch(new URL('/__sandbox/environment', sandboxUrl)).catch(() => null);
    if (answer?.ok) return (await answer.json()) as Record<string, string>;
    if (Date.now() > until)
      throw new Error(
        `No sandbox answers at ${sandboxUrl}: start it with \`npm run sandbox\`, or correct SANDBOX_URL.`,
      );
    await sleep(100);
  }
}

/** Lets the sandbox's people in, on a database where nobody has been yet. Safe when several processes start at once. */
export async function seedAccess(databaseUrl: string, sandboxUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query("select pg_advisory_xact_lock(hashtext('pagecast.sandbox-seed'))");
    const { rows } = await client.query<{ fresh: boolean }>(
      'select not exists (select from users) and not exists (select from access_entries) and not exists (select ' +
        'from invitation_codes) as fresh',
    );
    if (rows[0]?.fresh) await insertSeed(client, await peopleOf(sandboxUrl));
    await client.query('commit');
  } finally {
    await client.end();
  }
}

async function insertSeed(client: pg.Client, people: Person[]): Promise<void> {
  for (const [role, type] of [
    ['manager', 'whitelist'],
    ['many', 'whitelist'],
    ['nopages', 'whitelist'],
    ['blocked', 'blacklist'],
  ] as const) {
    const person = people.find((candidate) => candidate.role === role);
    if (person === undefined) continue;
    await client.query('insert into access_entries (facebook_id, name, type) values ($1, $2, $3)', [
      person.id,
      person.name,
      type,
    ]);
  }
  await client.query(
    "insert into invitation_codes (code, description) values ('WELCOME', 'Lets anybody in: for trying Pagecast out')",
  );
}

async function peopleOf(sandboxUrl: string): Promise<Person[]> {
  const answer = await fetch(new URL('/__sandbox/users', sandboxUrl));
  if (!answer.ok) throw new Error(`The sandbox at ${sandboxUrl} does not list its people (${answer.status})`);
  return (await answer.json()) as Person[];
}
