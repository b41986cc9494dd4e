import type { Knex } from 'knex';
import type { Keyring } from '../../db/keyring.ts';
import { countWithout } from '../../db/running-releases.ts';
import { auditRepository, type Actor } from '../audit/audit.repository.ts';
import { dataKeysRepository, type Holder, type StoredKey } from './data-keys.repository.ts';
import { newRoot, shownMaster, wrapRoot, type MasterKeys } from './master-keys.ts';
import { readKeys, ringFrom } from './read-keys.ts';
import { resealAll, usesOf, type Resealed } from './reseal.ts';
import { secretKeyRepository } from './secret-key.repository.ts';

/** An earlier release knows of no data keys. */
const BROUGHT_BY = '20261126951000_keep_data_keys';
/** A process that has lost its connection asks for keys every five seconds: nobody misses one for so long. */
export const KNOWN_AFTER_SECONDS = 12;
/** Whoever was let in by what it sealed, or holds a value of before, is done by then. */
const IN_USE_HOURS = 2;
/** Links in mails that it signed may be pressed for so long. */
const LINK_DAYS = 90;

/** A change of keys that was refused, and left everything as it was. */
export class KeysRefusedError extends Error {
  override readonly name = 'KeysRefusedError';
}

/** What a change of keys was, for the audit log. */
async function record(trx: Knex, actor: Actor, action: string, after: object): Promise<void> {
  await auditRepository(trx).record(actor, { action, subject: 'Secret key', before: null, after });
}

interface Deps {
  readonly db: Knex;
  readonly masters: MasterKeys;
  readonly actor: Actor;
}

/** Under the lock, by which one such change is made at a time. */
async function change<Result>(
  { db, masters }: Deps,
  work: (trx: Knex.Transaction, stored: readonly StoredKey[]) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (trx) => {
    await secretKeyRepository(trx).lock();
    const stored = await dataKeysRepository(trx).all();
    // Who cannot open them changes nothing.
    if (stored.length > 0) ringFrom(stored, masters);
    const result = await work(trx, stored);
    await dataKeysRepository(trx).tell();
    return result;
  });
}

/**
 * Begins a rotation, unless one is under way: a key more, that seals nothing until every process has it.
 * @returns whether it has begun one
 * @throws KeysRefusedError
 */
export async function beginRotation(deps: Deps): Promise<boolean> {
  return change(deps, async (trx, before) => {
    const keys = dataKeysRepository(trx);
    await wrapAll(trx, deps, before);
    const stored = await keys.all();
    const isUnderWay =
      stored.some(({ state }) => state === 'coming') ||
      (before.length > 0 && stored.some(({ state, emptiedAt }) => state === 'former' && emptiedAt === null));
    if (isUnderWay) return false;
    const id = await keys.add({ purpose: 'values', isFirst: false, state: 'coming' });
    const root = newRoot();
    for (const master of deps.masters)
      await keys.wrap(id, master.fingerprint, wrapRoot(master, root, { id, purpose: 'values' }));
    await record(trx, deps.actor, 'secret-key.rotation-began', { key: id });
    return true;
  });
}

/**
 * Wraps every data key under every secret key of who asks.
 * @returns how many wraps came
 * @throws KeysRefusedError
 */
export async function rewrap(deps: Deps): Promise<number> {
  return change(deps, async (trx, stored) => {
    const added = await wrapAll(trx, deps, stored);
    if (added > 0)
      await record(trx, deps.actor, 'secret-key.wrapped', {
        under: deps.masters.map(({ fingerprint }) => shownMaster(fingerprint)),
      });
    return added;
  });
}

async function wrapAll(trx: Knex.Transaction, { masters }: Deps, stored: readonly StoredKey[]): Promise<number> {
  await assertAllCanOpen(trx, masters);
  await assertIsOfBefore(trx, masters, stored);
  const keys = dataKeysRepository(trx);
  const roots = stored.length === 0 ? await firstKeys(trx, masters) : rootsOf(stored, masters);
  let added = 0;
  for (const { id, purpose, root } of roots)
    for (const master of masters)
      if (await keys.wrap(id, master.fingerprint, wrapRoot(master, root, { id, purpose }))) added += 1;
  return added;
}

/** The secret key of before becomes a data key like the others, so that what it sealed and signed goes on. */
async function firstKeys(trx: Knex.Transaction, masters: MasterKeys) {
  const older = await countWithout(trx, BROUGHT_BY);
  if (older > 0)
    throw new KeysRefusedError(
      `${older} of the running processes ${older === 1 ? 'is' : 'are'} of an earlier release, ` +
        'which cannot read what data keys seal. Upgrade every process first; from the first rotation on ' +
        'there is no way back to that release. Nothing was changed.',
    );
  const { root } = (await readKeys(trx, masters)).current;
  const keys = dataKeysRepository(trx);
  const roots = [];
  for (const purpose of ['values', 'names'] as const)
    roots.push({ id: await keys.add({ purpose, isFirst: purpose === 'values', state: 'current' }), purpose, root });
  await keys.noteDataKeys();
  return roots;
}

function rootsOf(stored: readonly StoredKey[], masters: MasterKeys) {
  const { all, names } = ringFrom(stored, masters);
  return stored.map(({ id, purpose }) => ({
    id,
    purpose,
    root: purpose === 'names' ? names : (all.find((key) => key.id === id)?.root ?? ''),
  }));
}

async function assertAllCanOpen(trx: Knex.Transaction, masters: MasterKeys): Promise<void> {
  const ours = new Set(masters.map(({ fingerprint }) => fingerprint));
  const other = (await dataKeysRepository(trx).holders()).find(
    (holder) => holder.hasTold && !holder.masters.some((master) => ours.has(master)),
  );
  if (other !== undefined)
    throw new KeysRefusedError(
      `A process on ${other.host} has only the secret key ${other.masters.map(shownMaster).join(', ')}, ` +
        'which this command does not have. Set it here as SECRET_KEY_PREVIOUS, or start that process with the ' +
        'new key first. Nothing was changed.',
    );
}

/**
 * Whatever the keys are wrapped under opens them. So a key of before has to be one: what a command prints in its place,
 * or one that was retired, would open everything.
 */
async function assertIsOfBefore(
  trx: Knex.Transaction,
  [, ...before]: MasterKeys,
  stored: readonly StoredKey[],
): Promise<void> {
  const first = await secretKeyRepository(trx).fingerprint();
  const known = new Set(stored.length === 0 ? [first] : stored.flatMap(({ wraps }) => Object.keys(wraps)));
  const unknown = before.find(({ fingerprint }) => !known.has(fingerprint));
  if (unknown !== undefined)
    throw new KeysRefusedError(
      `SECRET_KEY_PREVIOUS (${shownMaster(unknown.fingerprint)}) opens nothing in this database: ` +
        'leave it out, or set the secret key of before. Nothing was changed.',
    );
}

export type Step = { readonly is: 'done' } | { readonly is: 'waiting'; readonly why: string };
const DONE: Step = { is: 'done' };

/** The key that comes seals from now on, where every process has it. */
export async function promoteComing(db: Knex, knownAfterSeconds = KNOWN_AFTER_SECONDS): Promise<Step> {
  return db.transaction(async (trx) => {
    await secretKeyRepository(trx).lock();
    const keys = dataKeysRepository(trx);
    const coming = (await keys.all()).find(({ state }) => state === 'coming');
    if (coming === undefined) return DONE;
    if (!(await keys.isComingSince(knownAfterSeconds)))
      return { is: 'waiting', why: `The new key ${coming.id} is being made known to every process.` };
    const without = (await keys.holders()).filter(({ newestKey }) => (newestKey ?? 0) < coming.id);
    if (without.length > 0)
      return { is: 'waiting', why: `${processes(without)} yet the new key ${coming.id}: waiting.` };
    await keys.promote();
    await keys.tell();
    return DONE;
  });
}

/**
 * One step of whatever is under way: the key that comes becomes current, and what others have sealed is sealed anew.
 * @param load reads the keys of this process again
 */
export async function advance(
  { db, keys, load, onBatch }: { db: Knex; keys: Keyring; load(): Promise<void>; onBatch?(changed: number): void },
  knownAfterSeconds = KNOWN_AFTER_SECONDS,
): Promise<Step & { readonly resealed: Resealed | null }> {
  const promoted = await promoteComing(db, knownAfterSeconds);
  if (promoted.is === 'waiting') return { ...promoted, resealed: null };
  const repository = dataKeysRepository(db);
  const full = () => repository.all();
  const former = (await full()).filter(({ state, emptiedAt }) => state === 'former' && emptiedAt === null);
  if (former.length === 0) return { ...DONE, resealed: null };
  await load();
  const resealed = await resealAll({ db, keys, ...(onBatch === undefined ? {} : { onBatch }) });
  const behind = (await repository.holders()).filter(({ currentKey }) => currentKey !== keys.current().id);
  if (resealed.changed + resealed.signed > 0 || behind.length > 0)
    return {
      is: 'waiting',
      why: behind.length > 0 ? `${processes(behind)} yet the new key: waiting.` : 'Looking once more.',
      resealed,
    };
  await repository.noteEmptied(former.map(({ id }) => id));
  return { ...DONE, resealed };
}

function processes(holders: readonly Holder[]): string {
  const hosts = [...new Set(holders.map(({ host }) => host ?? 'a host that has not said its name'))].join(', ');
  return holders.length === 1
    ? `1 process (${hosts}) does not use`
    : `${holders.length} processes (${hosts}) do not use`;
}

/**
 * Takes a data key away for good.
 * @param endLinks links in mails that it signed are given up
 * @throws KeysRefusedError while anything needs it
 */
export async function retireKey(
  deps: Deps & { readonly keys: Keyring; load(): Promise<void> },
  id: number,
  { endLinks }: { readonly endLinks: boolean },
): Promise<void> {
  const { db, keys, load } = deps;
  await load();
  const refuse = (why: string): never => {
    throw new KeysRefusedError(`The data key ${id} stays: ${why} Nothing was changed.`);
  };
  const found = (await dataKeysRepository(db).all()).find((key) => key.id === id);
  if (found === undefined || found.purpose === 'names') return refuse('there is no such key that can be retired.');
  if (found.state !== 'former') return refuse('it is in use. Run npm run keys -- rotate first.');
  await resealAll({ db, keys });
  await change(deps, async (trx) => {
    const repository = dataKeysRepository(trx);
    if (!(await repository.isFormerSince(id, IN_USE_HOURS)))
      return refuse(`it was in use less than ${IN_USE_HOURS} hours ago, and what it sealed may be on its way.`);
    if (!endLinks && !(await repository.isFormerSince(id, LINK_DAYS * 24)))
      return refuse(
        `links in mails of the last ${LINK_DAYS} days are signed with it. Retire it later, or say --end-links.`,
      );
    const users = (await repository.holders()).filter(({ currentKey }) => currentKey === id);
    if (users.length > 0) return refuse(`${users.length} processes seal with it.`);
    const uses = await usesOf({ db: trx, keys }, id);
    if (uses.length > 0) return refuse(`there are values in ${uses.join(', ')} that need it.`);
    await repository.remove(id);
    await record(trx, deps.actor, 'secret-key.retired', { key: id });
  });
}

/**
 * The data keys open with this secret key no more.
 * @param shown the beginning of its fingerprint
 * @throws KeysRefusedError while a process has no other
 */
export async function retireMaster(deps: Deps, shown: string): Promise<string> {
  const refuse = (why: string): never => {
    throw new KeysRefusedError(`The secret key ${shown} stays: ${why} Nothing was changed.`);
  };
  return change(deps, async (trx, stored) => {
    const repository = dataKeysRepository(trx);
    const known = [...new Set(stored.flatMap(({ wraps }) => Object.keys(wraps)))];
    const [master, ...others] = known.filter((one) => one.startsWith(shown));
    if (master === undefined || others.length > 0 || shown.length < 4)
      return refuse(`the data keys are wrapped under ${known.map(shownMaster).join(' and ') || 'none'}.`);
    if (master === deps.masters[0].fingerprint) return refuse('it is the SECRET_KEY of this command.');
    // Also proves that each is what it says.
    ringFrom(stored, [deps.masters[0]]);
    const only = (await repository.holders()).filter(
      ({ hasTold, masters }) => !hasTold || !masters.some((one) => one !== master && known.includes(one)),
    );
    if (only.length > 0)
      return refuse(`${only.length} running processes have no other. Start them with the new key first.`);
    await repository.removeMaster(master);
    await record(trx, deps.actor, 'secret-key.master-retired', { master: shownMaster(master) });
    return shownMaster(master);
  });
}
