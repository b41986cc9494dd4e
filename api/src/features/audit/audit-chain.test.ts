import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AUDIT_CHAIN_PATH } from '../../contract/index.ts';
import { buildUser } from '../../testing/builders.ts';
import { forgeAuditLine } from '../../testing/database-state.ts';
import { setUpApi } from '../../testing/scene.ts';
import { auditJsonl } from './audit-jsonl.ts';
import { auditRepository, type AuditEvent } from './audit.repository.ts';
import { forgetInAuditLog } from './forgotten-people.repository.ts';
import { GONE_NAME } from './gone-person.ts';
import { sealingAudit } from './sealing-audit.ts';

const api = setUpApi();
const VERIFIER = path.join(import.meta.dirname, '../../../deploy/verify-audit.mjs');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-audit-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const ADA = { facebookId: '900001', name: 'Ada Lim' };
const SITI = { facebookId: '900002', name: 'Siti <>&" 🍞' };
const note = (event: AuditEvent, impersonated: typeof ADA | null = null) =>
  auditRepository(api.db).record({ person: ADA, impersonated, environment: 'development', ip: '192.0.2.7' }, event);

async function exported(): Promise<string[]> {
  const admin = await buildUser(api.db, { role: 'admin' });
  const answer = await api.as(admin).fetch(AUDIT_CHAIN_PATH);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
  return (await answer.text()).trimEnd().split('\n');
}
/** @returns what the verifier says of these lines */
function verify(lines: readonly string[], ...noted: string[]): { isFine: boolean; said: string } {
  const file = path.join(folder, 'audit-log.jsonl');
  fs.writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  const { status, stdout, stderr } = spawnSync(process.execPath, [VERIFIER, file, ...noted], { encoding: 'utf8' });
  return { isFine: status === 0, said: (stdout + stderr).trim() };
}
const parsed = (line = '') => JSON.parse(line) as Record<string, unknown> & { hash: string };

type ExportedLine = { people: { [name in 'actorName' | 'actorFacebookId' | 'subject']?: { salt: string } } };
/** What stands for somebody who has deleted their account. */
const gone = `deleted-${'0a'.repeat(16)}`;
let whole: string[];
beforeAll(async () => {
  await note({ action: 'access.added', subject: `Siti (${SITI.facebookId})`, after: { ...SITI, role: 'user' } });
  await note({ action: 'posts.create-post', subject: 'POST /api/posts' }, SITI);
  for (const role of ['admin', 'user', 'admin'])
    await note({
      action: 'access.role-changed',
      subject: 'A "role"',
      before: { role: null, '2': [1.5] },
      after: { role },
    });
  whole = await exported();
});

const change = (part: object | undefined, to: object) => void Object.assign(part ?? {}, to);

function hide({ people }: ExportedLine, names: Record<string, string>): void {
  for (const [name, value] of Object.entries(names)) change(people[name as 'subject'], { value, salt: null });
}
/** Takes the beginning of what is proved for the end of its salt. */
const cutSubject = ({ people: { subject } }: ExportedLine, beginning: string, value: string) =>
  change(subject, { value, salt: `${subject?.salt}${beginning}` });

describe('an exported audit log', () => {
  test('passes as it is, and says its last hash', () => {
    expect(whole).toHaveLength(6);
    const { said, isFine } = verify(whole);
    expect([isFine, said]).toEqual([true, expect.stringContaining('5 lines are as they were written')]);
    expect(said).toContain(parsed(whole[4]).hash);
    expect(verify([JSON.stringify({ head: '0'.repeat(64), lines: 0 })]).isFine).toBe(true);
  });

  test.each<[string, (line: ExportedLine) => void]>([
    ['its action', (line) => change(line, { action: 'access.removed' })],
    ['its time', (line) => change(line, { at: '2026-01-01T00:00:00.000Z' })],
    ['who did it', (line) => change(line.people.actorName, { value: 'Somebody else' })],
    ['a name, as if it were forgotten', (line) => change(line.people.actorName, { salt: null })],
    ['a name that is gone with its salt', (line) => change(line.people.subject, { value: null, salt: null })],
    ['what it was about, as if that were forgotten', (line) => hide(line, { subject: GONE_NAME })],
    ['what it was about, as if somebody had gone', (line) => hide(line, { subject: `${GONE_NAME} (${gone})` })],
    ['who did it, as if they had gone', (line) => hide(line, { actorName: GONE_NAME, actorFacebookId: gone })],
    ['a name, cut to its end', (line) => cutSubject(line, '"A \\"role\\', '')],
    ['a proof of a name', (line) => change(line.people.actorName, { hash: '0'.repeat(64) })],
    ['what is said of nobody', (line) => delete line.people.subject],
    ['what it was before', (line) => change(line, { before: { role: 'admin' } })],
    ['more than there was', (line) => change(line, { reason: 'none' })],
    ['its hash', (line) => change(line, { hash: 'f'.repeat(64) })],
    ['its place', (line) => change(line, { position: 4 })],
  ])('fails at the line of which somebody changed %s', (_what, how) => {
    const line = JSON.parse(whole[2] ?? '') as ExportedLine;
    how(line);
    const { isFine, said } = verify(whole.with(2, JSON.stringify(line)));
    expect([isFine, said]).toEqual([false, expect.stringMatching(/^Line 3: /)]);
  });

  test.each<[string, number, (lines: string[]) => string[]]>([
    ['removed', 2, (lines) => lines.toSpliced(1, 1)],
    ['added', 3, (lines) => lines.toSpliced(2, 0, lines[1] ?? '')],
    ['moved', 2, (lines) => lines.toSpliced(1, 2, lines[2] ?? '', lines[1] ?? '')],
    ['replaced by anything', 4, (lines) => lines.with(3, '5')],
    ['cut in two', 1, (lines) => lines.with(0, (lines[0] ?? '').slice(0, 40))],
    ['removed at the end', 5, (lines) => lines.toSpliced(4, 1)],
    ['added after the end', 7, (lines) => [...lines, lines[4] ?? '']],
    ['removed with the end', 4, (lines) => lines.slice(0, 4)],
  ])('fails at the place where one was %s', (_how, number, change) => {
    const { isFine, said } = verify(change(whole));
    expect([isFine, said]).toEqual([false, expect.stringMatching(new RegExp(`^Line ${number}: `))]);
  });

  test('whose end was cut off and written anew fails against a hash that was noted elsewhere', () => {
    const [noted, earlier] = [parsed(whole[4]).hash, parsed(whole[1]).hash];
    const forged = [...whole.slice(0, 3), JSON.stringify({ head: parsed(whole[2]).hash, lines: 3 })];
    expect(verify(forged).isFine).toBe(true);
    expect(verify(forged, noted)).toMatchObject({ isFine: false, said: expect.stringContaining('cut off') });
    expect(verify(whole, noted).isFine).toBe(true);
    expect(verify(forged, earlier).isFine).toBe(true);
  });
});

test('is for administrators', async () => {
  expect((await api.as(null).fetch(AUDIT_CHAIN_PATH)).status).toBe(401);
  expect((await api.as(await buildUser(api.db)).fetch(AUDIT_CHAIN_PATH)).status).toBe(403);
});

test('the log says the last hash each time that lines are sealed', () => {
  const sealed = api.logged.map((line) => parsed(line)).filter(({ msg }) => msg === 'audit.sealed');
  expect(sealed.at(-1)).toMatchObject({ position: 5, hash: parsed(whole[4]).hash });
});

test('lines of many at once are each sealed once, whatever processes seal them', async () => {
  await Promise.all(Array.from({ length: 30 }, (_, n) => note({ action: 'test.noted', subject: `Note ${n}` })));
  const seals = sealingAudit({ db: api.db, log: { info() {} } as never });
  await Promise.all([seals.sealAll(), seals.sealAll(), seals.sealAll()]);
  const lines = await exported();
  expect(lines).toHaveLength(36);
  expect(verify(lines, parsed(whole[4]).hash).said).toContain('35 lines');
});

test('a name with what ends a line elsewhere is proved as any other', async () => {
  await note({ action: 'tokens.added', subject: 'bot\u2028x\u2029y\u0085z\r\n' });
  const lines = await exported();
  expect(lines.join()).not.toMatch(/[\u2028\u2029]/);
  expect(verify(lines).said).toContain('36 lines');
  // As older exports have it, and other writers of JSON.
  expect(verify(lines.map((line) => JSON.stringify(JSON.parse(line)))).isFine).toBe(true);
});

test('who is forgotten is nowhere in it any more, and the rest is as proved as before', async () => {
  const before = await exported();
  await api.db.transaction((trx) => forgetInAuditLog(trx, SITI.facebookId, gone));
  expect(verify(await exported()).said).toBe(
    'Line 1: subject was changed: no line says that this account was deleted.',
  );
  const person = { facebookId: gone, name: GONE_NAME };
  await auditRepository(api.db).record(
    { person, impersonated: null, environment: 'development', ip: null },
    { action: 'accounts.deleted', subject: `${GONE_NAME} (${gone})` },
  );
  const lines = await exported();
  expect(lines.join()).not.toMatch(/Siti|900002/);
  expect(parsed(lines[0])['people']).toMatchObject({
    subject: { value: `${GONE_NAME} (${gone})`, salt: null },
    'after.name': { value: GONE_NAME, salt: null },
    actorName: { value: ADA.name, salt: expect.stringMatching(/^[0-9a-f]{32}$/) },
  });
  const { isFine, said } = verify(lines, parsed(before[35]).hash);
  expect([isFine, said]).toEqual([true, expect.stringContaining('5 names in them forgotten')]);
  expect(lines.slice(0, 36).map((line) => parsed(line).hash)).toEqual(
    before.slice(0, 36).map((line) => parsed(line).hash),
  );
});

test('somebody who is forgotten while it goes out is no forged name in it', async () => {
  const [seals, lines] = [sealingAudit({ db: api.db, log: { info() {} } as never }), [] as string[]];
  const late = { facebookId: '900003', name: 'Wei' };
  await note({ action: 'access.added', subject: `Wei (${late.facebookId})`, after: late });
  const other = `deleted-${'0b'.repeat(16)}`;
  const deletion = async () => {
    await api.db.transaction((trx) => forgetInAuditLog(trx, late.facebookId, other));
    await note({ action: 'accounts.deleted', subject: `${GONE_NAME} (${other})` });
  };
  let isDeleted = false;
  const head = async () => {
    const found = await seals.head();
    if (!isDeleted) await deletion();
    isDeleted = true;
    return found;
  };
  for await (const text of auditJsonl({ ...seals, head })) lines.push(...text.trimEnd().split('\n'));
  expect(verify(lines)).toMatchObject({ isFine: true, said: expect.stringContaining('8 names in them forgotten') });
});

test('somebody who changes or removes lines in the database itself is found out', async () => {
  const lines = await exported();
  await forgeAuditLine(api.db, 'Note 7', 'Nothing');
  const changed = verify(await exported());
  expect(changed).toMatchObject({ isFine: false, said: expect.stringContaining('subject was changed') });
  await forgeAuditLine(api.db, 'Nothing', null);
  const number = lines.findIndex((line) => line.includes('Note 7')) + 1;
  expect(verify(await exported()).said).toBe(`Line ${number}: A line was removed, added or moved here.`);
});
