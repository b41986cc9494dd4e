import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { AUDIT_EXPORT_PATH, listAuditLog, reportRemoteLoad, startImpersonation } from '../../contract/index.ts';
import { buildUser, type TestUser } from '../../testing/builders.ts';
import { setUpSweptApi, setUpPerson } from '../../testing/scene.ts';
import { cookieOf } from '../../testing/test-api.ts';
import { auditRepository, type AuditEvent } from './audit.repository.ts';
import { takeColumnAway } from '../../testing/database-state.ts';

const api = setUpSweptApi();
const { me: admin } = setUpPerson(api, { role: 'admin', name: 'Ada Lim' });

const note = (who: { facebookId: string; name: string }, event: AuditEvent) =>
  auditRepository(api.db).record({ person: who, impersonated: null, environment: 'development', ip: null }, event);
const subjects = async (query: { person?: string; kind?: string; search?: string }) =>
  (await api.as(admin).call(listAuditLog, { query })).body.entries.map(({ subject }) => subject);
const exported = async (search = '', as: TestUser | null = admin) => {
  const answer = await api.as(as).fetch(`${AUDIT_EXPORT_PATH}${search}`);
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
};

test('the log is filtered by person and kind, and says what there is of both', async () => {
  const [zoe, bo] = [
    { facebookId: '888001', name: 'Zoë' },
    { facebookId: '888002', name: 'Bo' },
  ];
  await note(zoe, { action: 'access.added', subject: 'One' });
  await note(bo, { action: 'access.removed', subject: 'Two' });
  await note({ ...bo, name: 'Bo Tan' }, { action: 'configuration.key-changed', subject: 'Three' });
  expect(await subjects({ person: '888002', kind: 'access' })).toEqual(['Two']);
  expect(await subjects({ person: '888002' })).toEqual(['Three', 'Two']);
  expect(await subjects({ kind: 'acc' })).toEqual([]);
  const { choices } = (await api.as(admin).call(listAuditLog)).body;
  expect(choices?.people.filter(({ facebookId }) => facebookId.startsWith('88800'))).toEqual([
    { facebookId: '888002', name: 'Bo Tan' },
    zoe,
  ]);
  expect(choices?.kinds).toEqual(expect.arrayContaining(['access', 'configuration']));
});

test('of a long log the newest lines are counted, and the list says so', async () => {
  const zoe = { facebookId: '888003', name: 'Zoë' };
  for (const subject of ['One', 'Two', 'Three']) await note(zoe, { action: 'access.added', subject });
  const wanted = { searches: [], person: zoe.facebookId, kind: null };
  const audit = auditRepository(api.db);
  expect(await audit.page(wanted, 1, 10, 2)).toMatchObject({ total: 2, isTotalCut: true, entries: [{}, {}, {}] });
  expect(await audit.page(wanted, 1, 10, 3)).toMatchObject({ total: 3, isTotalCut: false });
  expect(await subjects({ search: 'zoë', person: zoe.facebookId })).toEqual(['Three', 'Two', 'One']);
});

test('what a browser reports by itself is nobody’s act', async () => {
  const person = await buildUser(api.db, { name: 'Siti' });
  const started = await api.as(admin).call(startImpersonation, { body: { facebookId: person.facebookId } });
  const body = { name: 'mf_history', version: '1', phase: null, durationMs: 3 };
  await api.withCookie(cookieOf(started.headers)).call(reportRemoteLoad, { body });
  await note(person, { action: 'remotes.report-remote-load', subject: 'Of an older version' });
  expect(await subjects({ person: person.facebookId })).toEqual([]);
  expect((await api.as(admin).call(listAuditLog)).body.choices?.kinds).not.toContain('remotes');
});

test('the export is the filtered log as CSV, whole, and no cell of it runs in a spreadsheet', async () => {
  const evil = { facebookId: '999001', name: '=HYPERLINK("https://evil.example")' };
  for (let n = 0; n < 501; n += 1) await note(evil, { action: 'access.added', subject: `Row ${n}` });
  for (const subject of ['+1', '-1', '@x', '\t=1', '＝1', 'Two\nlines, "quoted"'])
    await note(evil, { action: 'access.removed', subject, after: { subject } });
  const { status, type, text } = await exported('?person=999001');
  expect([status, type]).toEqual([200, 'text/csv; charset=utf-8']);
  const lines = text.trimEnd().split('\r\n');
  expect(lines).toHaveLength(1 + 507);
  expect(lines[0]).toMatch(/^"Time \(UTC\)","Person","Facebook ID",/);
  expect(lines[1]).toContain('"\'=HYPERLINK(""https://evil.example"")","999001"');
  expect(lines[1]).toContain('"Two\nlines, ""quoted"""');
  expect(lines.slice(2, 7).map((line) => line.split(',')[6])).toEqual([`"'＝1"`, `"'\t=1"`, `"'@x"`, `"'-1"`, `"'+1"`]);
  expect(lines[507]).toContain('"Row 0"');
  expect((await exported('?person=999001&kind=access&search=Row 500')).text.trimEnd().split('\r\n')).toHaveLength(2);
});

test('the export is for administrators, and refuses a filter that is none', async () => {
  const person = await buildUser(api.db);
  expect((await exported('', null)).status).toBe(401);
  expect((await exported('', person)).status).toBe(403);
  expect((await exported('?page=2')).status).toBe(400);
  expect((await exported(`?search=${'x'.repeat(300)}`)).status).toBe(400);
});

test('an export that cannot be read to its end breaks off, so that nobody takes it for the whole log', async () => {
  // More than lies in the buffers between database and browser.
  const entry = { environment: 'development', actor_facebook_id: '999002', actor_name: 'Zoë', action: 'access.added' };
  await api.stored.auditLog.add(
    Array.from({ length: 6000 }, () => ({ ...entry, subject: 'x'.repeat(200) + randomBytes(1340).toString('hex') })),
  );
  const answer = await api.as(admin).fetch(`${AUDIT_EXPORT_PATH}?person=999002`);
  const reader = answer.body?.getReader();
  await reader?.read();
  const putBack = await takeColumnAway(api.db, 'audit_log', 'subject');
  const rest = (async () => {
    while (!(await reader?.read())?.done);
  })();
  await expect(rest).rejects.toThrow();
  await putBack();
});
