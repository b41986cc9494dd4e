import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SEALED, secretBox, type SecretPlace } from '../../db/secrets.ts';
import { buildPost, TEST_SECRET_KEY, type TestUser } from '../../testing/builders.ts';
import { databaseText } from '../../testing/database-text.ts';
import { personWithPages, type ConnectedTestPage } from '../../testing/person-with-page.ts';
import { postStories } from '../../testing/post-stories.ts';
import { openedValues, sealedInDatabase, sealEverywhere } from '../../testing/sealed-values.ts';
import { setUpSweptApi } from '../../testing/scene.ts';
import { COMMAND_LINE } from '../audit/audit.repository.ts';
import { mailLinks } from '../mail/mail-links.ts';
import { shownVersionsRepository } from '../remotes/shown-versions.repository.ts';
import { productSeal } from '../remotes/product-seal.ts';
import { keysStatus } from './keys-status.ts';
import { masterKey, type MasterKeys } from './master-keys.ts';
import { resealAll, StaleKeysError } from './reseal.ts';
import { advance, beginRotation, promoteComing, retireKey, retireMaster, rewrap } from './rotation.ts';
import { proveKey, WrongKeyError } from './secret-key.ts';

const OLD = masterKey(TEST_SECRET_KEY);
const NEW = masterKey('a new key of more than thirty-two characters');
const actor = { person: COMMAND_LINE, impersonated: null, environment: 'production', ip: null } as const;

const api = setUpSweptApi();
const lines: pg.Client[] = [];
let owner: TestUser;
beforeEach(async () => {
  await api.stored.dataKeys.remove();
  await api.stored.secretKey.remove();
  await api.stored.mailServer.remove();
  await api.stored.pushKeys.remove();
  await prove([OLD]);
  await api.app.heldKeys.load();
  owner = await sealEverywhere(api.db, held().keys);
});
afterEach(() => Promise.all(lines.splice(0).map((line) => line.end())));

const prove = (masters: MasterKeys) =>
  proveKey(api.db, masters, 'the variable SECRET_KEY', { adminIds: [], holdPage: async () => {} });
const depsOf = (masters: MasterKeys = [OLD]) => ({ db: api.db, masters, actor });
const held = () => api.app.heldKeys;
/** As a process does, without the time that it gives to others. */
const step = (of: Pick<ReturnType<typeof held>, 'keys' | 'load'> = held()) => advance({ db: api.db, ...of }, 0);

async function finish(): Promise<void> {
  await expect.poll(async () => (await step()).is).toBe('done');
}
async function rotate(masters: MasterKeys = [OLD]): Promise<void> {
  expect(await beginRotation(depsOf(masters))).toBe(true);
  await finish();
}

const plainTexts = (keys = held().keys) => openedValues(api.db, keys);

async function connect(name: string): Promise<void> {
  const line = new pg.Client({ connectionString: api.config.DATABASE_URL, application_name: name });
  await line.connect();
  lines.push(line);
}

describe('a rotation', () => {
  test('seals everything anew that is sealed, in every column of the schema, and loses nothing', async () => {
    const before = await plainTexts();
    const named = Object.entries(SEALED).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`));
    expect([...(await sealedInDatabase(api.db)).keys()].toSorted()).toEqual(named.toSorted());

    expect(await beginRotation(depsOf())).toBe(true);
    const count = { changed: 0, signed: 0 };
    await expect
      .poll(async () => {
        const { is, resealed } = await step();
        count.changed += resealed?.changed ?? 0;
        count.signed += resealed?.signed ?? 0;
        return is;
      })
      .toBe('done');
    // What is signed is no value: both ways of looking at a rotation tell the same number.
    expect(count).toEqual({ changed: (await keysStatus(api.db)).keys.at(-1)?.values, signed: 1 });
    const prefix = `v2.${held().keys.current().id}.`;
    for (const [column, values] of await sealedInDatabase(api.db))
      expect([column, values.filter((value) => !value.startsWith(prefix))]).toEqual([column, []]);
    expect(await plainTexts()).toEqual(before);
    const shown = shownVersionsRepository(api.db, productSeal(held().keys, 'shown versions'));
    expect((await shown.all()).get('mf_keys')).toBe('{}');
  });

  test('is joined by who orders another while it is under way, and two at once are one', async () => {
    const orders = await Promise.all([1, 2, 3].map(() => beginRotation(depsOf())));
    expect(orders.filter(Boolean)).toHaveLength(1);
    expect(await beginRotation(depsOf())).toBe(false);
    await Promise.all([finish(), finish()]);
    expect(await api.stored.dataKeys.values('state', { purpose: 'values' })).toEqual(['former', 'current']);
    expect(await beginRotation(depsOf())).toBe(true);
  });

  test('seals with the new key once every process has it, and not before', async () => {
    await expect.poll(async () => (await keysStatus(api.db)).processes.length).toBe(1);
    await connect('pagecast configuration 29990101000000');
    await beginRotation(depsOf());
    await held().load();
    expect(await step()).toMatchObject({ is: 'waiting', why: expect.stringContaining('1 process') });
    const place: SecretPlace = { table: 'users', column: 'access_token', row: 'x' };
    expect(secretBox(held().keys).seal('token', place)).toMatch(/^v1\./);
    await Promise.all(lines.splice(0).map((line) => line.end()));
    await finish();
    expect(secretBox(held().keys).seal('token', place)).toMatch(/^v2\./);
  });

  test('gives a process that lost its connection the time to ask', async () => {
    await beginRotation(depsOf());
    await held().load();
    expect(await promoteComing(api.db)).toMatchObject({ is: 'waiting', why: expect.stringContaining('made known') });
  });

  test('is not begun while a process of an earlier release runs, which reads everything until then', async () => {
    await connect('pagecast configuration 20261126950000');
    const before = await sealedInDatabase(api.db);
    await expect(beginRotation(depsOf())).rejects.toThrow('is of an earlier release');
    expect(await sealedInDatabase(api.db)).toEqual(before);
    expect(await api.stored.dataKeys.rows()).toEqual([]);
    expect([...before.values()].flat().every((value) => value.startsWith('v1.'))).toBe(true);
    // From the first rotation on it does not start any more: its key is not the one that is noted.
    await Promise.all(lines.splice(0).map((line) => line.end()));
    await rotate();
    expect(await api.stored.secretKey.values('fingerprint')).not.toEqual([OLD.fingerprint]);
  });

  test('leaves what opens with no key as it was, and says where it lies', async () => {
    await api.stored.users.change(
      { access_token: 'v1.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA.AAAA' },
      { id: owner.userId },
    );
    await beginRotation(depsOf());
    const found: string[] = [];
    await expect
      .poll(async () => {
        const { is, resealed } = await step();
        found.push(...(resealed?.lost ?? []));
        return is;
      })
      .toBe('done');
    expect(found).toContain(`users.access_token of ${owner.userId}`);
    expect(await api.stored.users.values('access_token', { id: owner.userId })).toEqual([
      'v1.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA.AAAA',
    ]);
  });

  test('stops in a process that has not heard of the next key, and seals nothing back', async () => {
    await rotate();
    const stale = { ...held(), load: async () => {} };
    const before = await sealedInDatabase(api.db);
    await api.stored.dataKeys.change(
      { state: 'former', former_since: api.db.fn.now() },
      { state: 'current', purpose: 'values' },
    );
    await api.stored.dataKeys.change({ state: 'current' }, { is_first: true, purpose: 'values' });
    await expect(resealAll({ db: api.db, keys: stale.keys })).rejects.toThrow(StaleKeysError);
    expect(await sealedInDatabase(api.db)).toEqual(before);
  });

  test('writes nothing of any key where somebody could read it', async () => {
    await rotate([NEW, OLD]);
    const places = [...(await databaseText(api.db)).values(), ...api.logged, JSON.stringify(await keysStatus(api.db))];
    const roots = held()
      .keys.all()
      .map(({ root }) => root);
    for (const secret of [TEST_SECRET_KEY, NEW.secretKey, held().keys.names(), ...roots])
      expect(places.filter((text) => text.includes(secret))).toEqual([]);
  });

  test('lets posts go out meanwhile, each once, whatever process has them', async () => {
    const second = await api.another();
    const { me, pages } = await personWithPages(api, 'manager', 1);
    const { page, row } = pages[0] as ConnectedTestPage;
    const contents = Array.from({ length: 10 }, (_, n) => `Post ${n} of a rotation`);
    let isOver = false;
    const rotating = (async () => {
      for (let n = 0; n < 3 || !isOver; n += 1) {
        await beginRotation(depsOf());
        await Promise.all([held().load(), second.app.heldKeys.load()]);
        await step();
        await step(second.app.heldKeys);
      }
    })();
    for (const content of contents) {
      await buildPost(api.db, me, { content, facebookPageId: row, scheduledAt: new Date() });
      await api.stored.pageClock.change({ last_published_at: null });
      await api.turn();
    }
    isOver = true;
    await rotating;
    await second.app.configuration.stop();
    const { seen } = postStories(api);
    expect(await Promise.all(contents.map((content) => seen(content, page.id)))).toEqual(contents.map(() => 1));
    expect((await api.stored.dataKeys.rows()).length).toBeGreaterThan(3);
  });

  test('leaves links in mails, seals of releases and the names of who is gone as they were', async () => {
    const links = mailLinks({ keys: held().keys, publicUrl: 'https://pages.example.com' });
    const token = new URL(links.unsubscribe(owner, 'me@example.com')).searchParams.get('t') ?? '';
    const [id, gone] = [links.messageId(7, 'example.com'), api.app.audit.goneId('4711')];
    await rotate();
    await rotate();
    expect(links.readUnsubscribe(token)).toMatchObject({ userId: owner.userId });
    expect(links.messageId(7, 'example.com')).toBe(id);
    expect(api.app.audit.goneId('4711')).toBe(gone);
    expect(new URL(links.unsubscribe(owner, 'me@example.com')).searchParams.get('t')).not.toBe(token);
    expect(links.readUnsubscribe(`${token.slice(0, -2)}AA`)).toBeNull();
  });
});

describe('another secret key', () => {
  test('takes over on one host after the other, and the former opens nothing once it is retired', async () => {
    // Host by host, with both, while the other goes on with the one of before.
    const second = await api.another({ SECRET_KEY: NEW.secretKey, SECRET_KEY_PREVIOUS: OLD.secretKey });
    expect(second.app.heldKeys.keys.current().root).toBe(OLD.secretKey);
    await expect.poll(async () => (await keysStatus(api.db)).processes.length).toBe(2);
    await expect(prove([NEW])).rejects.toThrow(WrongKeyError);
    await expect(beginRotation(depsOf([NEW]))).rejects.toThrow('secret key');
    await rotate([NEW, OLD]);
    await expect
      .poll(() => second.app.heldKeys.load().then(() => plainTexts(second.app.heldKeys.keys)))
      .toEqual(await plainTexts());
    await prove([NEW]);
    await prove([OLD]);

    // This one still runs with the former alone.
    await expect(retireMaster(depsOf([NEW, OLD]), OLD.fingerprint.slice(0, 8))).rejects.toThrow('have no other');
    await expect(retireMaster(depsOf([NEW, OLD]), NEW.fingerprint.slice(0, 8))).rejects.toThrow('of this command');
    await api.app.configuration.stop();
    await expect.poll(async () => (await keysStatus(api.db)).processes.length).toBe(1);
    await retireMaster(depsOf([NEW]), OLD.fingerprint.slice(0, 8));
    await prove([NEW]);
    await expect(prove([OLD])).rejects.toThrow(/sealed with another secret key[\s\S]*SECRET_KEY_PREVIOUS/);
    expect(await held().sentence()).toContain('start it with the new key');
  });

  test('wraps the keys that there are without a rotation', async () => {
    await rotate();
    const before = await sealedInDatabase(api.db);
    expect(await rewrap(depsOf([NEW, OLD]))).toBe(3);
    expect(await rewrap(depsOf([NEW, OLD]))).toBe(0);
    await prove([NEW]);
    expect(await sealedInDatabase(api.db)).toEqual(before);
  });

  test('in the place of the one of before is refused unless it is that one', async () => {
    await rotate();
    const before = await databaseText(api.db);
    for (const order of [beginRotation, rewrap])
      await expect(order(depsOf([OLD, NEW]))).rejects.toThrow(/SECRET_KEY_PREVIOUS \(\w{8}\) opens nothing/);
    expect((await databaseText(api.db)).get('data_key_wraps')).toBe(before.get('data_key_wraps'));
  });

  test('that nobody knows changes nothing', async () => {
    await rotate();
    const before = await databaseText(api.db);
    await expect(beginRotation(depsOf([NEW]))).rejects.toThrow('other secret keys');
    await expect(prove([NEW])).rejects.toThrow(WrongKeyError);
    for (const table of ['data_keys', 'data_key_wraps', 'secret_key', 'users', 'facebook_pages'])
      expect((await databaseText(api.db)).get(table)).toBe(before.get(table));
  });
});

describe('a key is retired', () => {
  const retire = (id: number, endLinks = true) => retireKey({ ...depsOf(), ...held() }, id, { endLinks });
  const age = (id: number, days: number) =>
    api.stored.dataKeys.change({ former_since: new Date(Date.now() - days * 24 * 3600_000) }, { id });
  const idOf = async (state: string) =>
    (await api.stored.dataKeys.values<number>('id', { state, purpose: 'values' }))[0] ?? 0;

  test('not while it is in use, nor soon after, nor while a link in a mail needs it', async () => {
    await rotate();
    const [former, current] = [await idOf('former'), await idOf('current')];
    await expect(retire(current)).rejects.toThrow('it is in use');
    await expect(retire(former)).rejects.toThrow('less than 2 hours ago');
    await age(former, 1);
    await expect(retire(former, false)).rejects.toThrow('links in mails of the last 90 days');
    await age(former, 91);
    await retire(former, false);
    expect(await api.stored.dataKeys.values('id', { purpose: 'values' })).toEqual([current]);
    await held().load();
    await plainTexts();
    // What was deleted with the account is known again all the same.
    expect(await api.stored.dataKeys.values('purpose')).toContain('names');
  });

  test('not while a value needs it that came late: that is sealed anew first', async () => {
    await rotate();
    const former = held().keys.all()[1];
    if (former === undefined) throw new Error('There is no former key');
    await age(former.id ?? 0, 100);
    const place: SecretPlace = { table: 'users', column: 'access_token', row: `development/${owner.facebookId}` };
    await api.stored.users.change({ access_token: secretBox(former.root).seal('late', place) }, { id: owner.userId });
    await retire(former.id ?? 0);
    expect((await plainTexts()).filter((text) => text.endsWith(' late'))).toHaveLength(1);
  });

  test('and two rotations later the first one is gone too', async () => {
    const before = await plainTexts();
    await rotate();
    await rotate();
    for (const id of await api.stored.dataKeys.values<number>('id', { state: 'former' })) {
      await age(id, 100);
      await retire(id);
    }
    await held().load();
    expect(held().keys.all()).toHaveLength(1);
    expect(await plainTexts()).toEqual(before);
  });
});

describe('what somebody changed in the database', () => {
  test('does not open in another row or column', async () => {
    await rotate();
    const other = await sealEverywhere(api.db, held().keys);
    const box = secretBox(held().keys);
    const [mine] = await api.stored.users.values<string>('access_token', { id: owner.userId });
    const placeOf = ({ facebookId }: TestUser): SecretPlace => ({
      table: 'users',
      column: 'access_token',
      row: `development/${facebookId}`,
    });
    expect(() => box.open(mine ?? '', placeOf(owner))).not.toThrow();
    expect(() => box.open(mine ?? '', placeOf(other))).toThrow();
    // The same key under the number of another.
    expect(() => box.open((mine ?? '').replace(/^v2\.\d+/, 'v1'), placeOf(owner))).toThrow();
  });

  test('is said of a data key that was swapped or cut, and nothing is destroyed', async () => {
    await rotate();
    const [first, second] = (await api.stored.dataKeyWraps.rows()) as { key_id: number; wrapped: string }[];
    const before = await sealedInDatabase(api.db);
    for (const wrapped of [second?.wrapped, first?.wrapped.slice(0, -4), `${first?.wrapped.slice(0, -2)}AA`, '']) {
      await api.stored.dataKeyWraps.change({ wrapped }, { key_id: first?.key_id });
      await expect(prove([OLD])).rejects.toThrow(`The data key ${first?.key_id} in the database is damaged`);
      await expect(beginRotation(depsOf())).rejects.toThrow('damaged');
      await expect(held().load()).rejects.toThrow('damaged');
    }
    expect(await sealedInDatabase(api.db)).toEqual(before);
    await api.stored.dataKeyWraps.change({ wrapped: first?.wrapped }, { key_id: first?.key_id });
    await prove([OLD]);
  });
});
