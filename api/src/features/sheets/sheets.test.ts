import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  checkSheetImages,
  IDEMPOTENCY_HEADER,
  importSheet,
  previewSheet,
  readSheetRow,
  replacePagePlans,
  SHEET_EXPORT_PATH,
  SHEET_TEMPLATE_PATH,
  updateSheetRow,
  uploadSheet,
  type Sheet,
  type SheetReading,
} from '../../contract/index.ts';
import type { PageId } from '../../contract/ids.ts';
import { buildPage, buildPost, buildUser } from '../../testing/builders.ts';
import { beforeUpdate } from '../../testing/before-update.ts';
import { lockTable, waitingStatements } from '../../testing/database-state.ts';
import { excelFile, excelWorkbook, sheetXml } from '../../testing/excel-file.ts';
import { personWithPage } from '../../testing/person-with-page.ts';
import { postStories } from '../../testing/post-stories.ts';
import { setUpApi, setUpPerson } from '../../testing/scene.ts';
import { rowsIn } from '../../testing/stored.ts';
import { ONE_CONNECTION } from '../../testing/test-api.ts';

const api = setUpApi({ IMAGE_NETWORKS: '127.0.0.1' });
const { me, caller } = setUpPerson(api);
let ampang: PageId;
let bangsar: PageId;
beforeEach(async () => {
  ampang = (await buildPage(api.db, me, { name: 'Kedai Ampang' })).id;
  bangsar = (await buildPage(api.db, me, { name: 'Kedai Bangsar, KL' })).id;
});

const DAY_MS = 86_400_000;
const BEGAN = Date.now();
const dayIn = (days: number) => new Date(BEGAN + days * DAY_MS).toISOString().slice(0, 10);
const HEADER = 'Page,Text,Date,Time\n';
const row = (page: string, text: string, date = dayIn(3), time = '09:00') => `"${page}","${text}",${date},${time}\n`;

async function upload(
  file: string | Buffer,
  who = caller,
  name = 'week.csv',
  worksheet: number | null = null,
): Promise<Sheet> {
  const query = new URLSearchParams({ name, ...(worksheet !== null && { worksheet: String(worksheet) }) });
  const answer = await who.ask(`/api/sheets?${query.toString()}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', 'x-time-zone': 'Asia/Kuala_Lumpur' },
    body: Buffer.from(file),
  });
  expect(answer).toMatchObject({ status: 201 });
  return JSON.parse(answer.text) as Sheet;
}
const preview = async (
  sheet: Sheet,
  change: Partial<SheetReading> = {},
  more: { page?: number; only?: 'problems' } = {},
) =>
  (
    await caller.call(previewSheet, {
      params: { id: sheet.id },
      body: { reading: { ...sheet.reading, ...change }, ...more },
    })
  ).body;
const bring = (sheet: Sheet, change: object = {}, headers: Record<string, string> = {}, by = caller) =>
  by.call(importSheet, { params: { id: sheet.id }, body: { reading: sheet.reading, ...change }, headers });
const posts = () => api.stored.posts.rows({ user_id: me.userId });
const problemsOf = async (file: string, change: Partial<SheetReading> = {}) => {
  const { rows } = await preview(await upload(file), change);
  return rows.map(({ row: number, problems }) => [number, ...problems.map(({ message }) => message)]);
};

describe('a sheet', () => {
  test('is read when it is uploaded, and its columns are found', async () => {
    const sheet = await upload(HEADER + row('Kedai Ampang', 'Nasi lemak from seven.'));
    expect(sheet).toMatchObject({
      name: 'week.csv',
      rows: 2,
      reading: { hasHeader: true, columns: ['page', 'text', 'date', 'time'], timeZone: 'Asia/Kuala_Lumpur' },
      columns: [{ first: 'Page', samples: ['Kedai Ampang'] }, {}, {}, {}],
    });
    expect(await posts()).toEqual([]);
  });

  test('makes nothing before it is confirmed, and all of its posts then', async () => {
    const sheet = await upload(
      HEADER +
        row('Kedai Ampang', 'Nasi lemak.') +
        row('Kedai Bangsar, KL', 'Roti canai.') +
        row('Kedai Ampang', 'Soon.', '', ''),
    );
    expect(await preview(sheet)).toMatchObject({
      counts: { rows: 3, problems: 0, posts: 3, scheduled: 2, drafts: 1, slots: 0 },
      rows: [
        { row: 2, pages: ['Kedai Ampang'], scheduledAt: `${dayIn(3)}T01:00:00.000Z`, becomes: 'scheduled' },
        { row: 3, pages: ['Kedai Bangsar, KL'] },
        { row: 4, becomes: 'draft', notes: ['No time: becomes a draft.'] },
      ],
    });
    expect(await posts()).toEqual([]);
    expect(await bring(sheet)).toMatchObject({
      status: 200,
      body: { posts: 3, scheduled: 2, drafts: 1, skippedRows: 0, firstAt: `${dayIn(3)}T01:00:00.000Z` },
    });
    expect((await posts()).map(({ content, status, facebook_page_id: page }) => [content, status, page])).toEqual([
      ['Nasi lemak.', 'scheduled', ampang],
      ['Roti canai.', 'scheduled', bangsar],
      ['Soon.', 'draft', ampang],
    ]);
  });

  test('of Excel does the same', async () => {
    const when = Date.parse(`${dayIn(3)}T00:00:00Z`) / DAY_MS + 25_569 + 0.375;
    const sheet = await upload(
      excelFile([
        ['Page', 'Caption', 'When'],
        ['Kedai Ampang', 'Nasi lemak.', { date: when }],
      ]),
    );
    expect(await preview(sheet)).toMatchObject({ rows: [{ scheduledAt: `${dayIn(3)}T01:00:00.000Z`, problems: [] }] });
  });

  test('pasted from a spreadsheet has lines within its cells', async () => {
    const sheet = await upload('Page\tText\r\nKedai Ampang\t"Nasi lemak\nfrom ""seven""."\r\n');
    expect((await preview(sheet)).rows).toMatchObject([{ text: 'Nasi lemak\nfrom "seven".' }]);
  });

  test('of one page needs no column for it', async () => {
    const other = await buildUser(api.db);
    await buildPage(api.db, other, { name: 'Kedai Cheras' });
    expect((await upload('Text\nNasi lemak.\n', api.as(other))).reading).toMatchObject({
      facebookPageId: expect.any(Number) as number,
    });
  });

  test('too large is refused while it comes', async () => {
    const answer = await caller.ask('/api/sheets', {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: Buffer.alloc(11 * 1024 * 1024, 'x'),
    });
    expect([answer.status, answer.text]).toEqual([413, expect.stringContaining('larger than 10 MB')]);
  });

  test('of somebody else is not there', async () => {
    const sheet = await upload(HEADER);
    const other = api.as(await buildUser(api.db));
    const answers = await Promise.all(
      [previewSheet, checkSheetImages, importSheet].map((call) =>
        other.call(call, { params: { id: sheet.id }, body: { reading: sheet.reading } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  test('is kept for a day, and a person has ten of them', async () => {
    const sheet = await upload(HEADER);
    for (let more = 0; more < 10; more += 1) await upload(HEADER + row('Kedai Ampang', `Post ${more}`));
    expect(await bring(sheet)).toMatchObject({ status: 404 });
    expect(await api.stored.sheets.rows({ user_id: me.userId })).toHaveLength(10);
  });
});

describe('what is wrong is said beside its row', () => {
  test('unknown pages, missing texts, texts that are too long, and dates', async () =>
    expect(
      await problemsOf(
        HEADER +
          row('Kedai Nowhere', 'Nasi lemak.') +
          row('Kedai Ampang', '') +
          row('', 'Nasi lemak.', dayIn(4)) +
          row('Kedai Ampang', 'x'.repeat(63_207)) +
          row('Kedai Ampang', 'Nasi lemak.', '2020-01-01') +
          row('Kedai Ampang', 'Nasi lemak.', 'someday') +
          row('Kedai Ampang', 'Nasi lemak.', dayIn(5), 'late') +
          row('Kedai Ampang', 'Nasi lemak.', dayIn(6)),
      ),
    ).toEqual([
      [2, 'You have no page called “Kedai Nowhere”. Check its spelling, or connect it.'],
      [3, 'This row has no text. Write what the post says.'],
      [4, 'This row names no page. Add the name of one of yours.'],
      [5, 'This text is too long. Facebook takes up to 63,206 characters.'],
      [6, 'Wed 1 Jan 2020, 9:00 (GMT+8) has already passed. Choose a later time.'],
      [7, "We can't read the date “someday”. Write it like 2027-03-31, with its year."],
      [8, "We can't read the time “late”. Write it like 09:30."],
      [9],
    ]));

  test('posts that are too close to each other, and to one that is planned', async () => {
    await buildPost(api.db, me, {
      status: 'scheduled',
      facebookPageId: ampang,
      scheduledAt: new Date(`${dayIn(3)}T04:00:00Z`),
    });
    const file =
      HEADER +
      row('Kedai Ampang', 'One.', dayIn(3), '09:00') +
      row('Kedai Ampang', 'Two.', dayIn(3), '09:29') +
      row('Kedai Ampang', 'Three.', dayIn(3), '09:30') +
      row('Kedai Ampang', 'Four.', dayIn(3), '12:10') +
      row('Kedai Bangsar, KL', 'Five.', dayIn(3), '09:10');
    expect(await problemsOf(file)).toEqual([
      [2],
      [3, expect.stringMatching(/^Kedai Ampang has row 2 at .*9:00 .* Leave 30 minutes between posts\.$/)],
      [4],
      [5, expect.stringMatching(/^Kedai Ampang has a post at .*12:00 .* Leave 30 minutes between posts\.$/)],
      [6],
    ]);
    expect((await problemsOf(file, { tooClose: 'allow' })).flat()).toEqual([2, 3, 4, 5, 6]);
  });

  test('dates that may be read in two ways are asked for once, unless others tell', async () => {
    const next = new Date().getUTCFullYear() + 1;
    const sheet = await upload(
      HEADER + row('Kedai Ampang', 'One.', `03/04/${next}`) + row('Kedai Ampang', 'Two.', `05/06/${next}`),
    );
    expect(await preview(sheet)).toMatchObject({ asksDateOrder: true, dateOrder: null, counts: { problems: 2 } });
    const at = async (change: Partial<SheetReading>) =>
      (await preview(sheet, change)).rows.map((one) => one.scheduledAt);
    expect(await at({ dateOrder: 'day-first' })).toEqual([
      `${next}-04-03T01:00:00.000Z`,
      `${next}-06-05T01:00:00.000Z`,
    ]);
    expect(await at({ dateOrder: 'month-first' })).toEqual([
      `${next}-03-04T01:00:00.000Z`,
      `${next}-05-06T01:00:00.000Z`,
    ]);
    const told = await upload(
      HEADER + row('Kedai Ampang', 'One.', `03/04/${next}`) + row('Kedai Ampang', 'Two.', `25/06/${next}`),
    );
    expect(await preview(told)).toMatchObject({
      asksDateOrder: false,
      dateOrder: 'day-first',
      counts: { problems: 0 },
    });
  });

  test('columns that are missing are said once', async () =>
    expect((await preview(await upload('Nonsense\n'))).problems).toEqual([
      { field: 'page', message: 'Choose the column that names the page, or one page for all rows.' },
    ]));

  test('more posts than rows may make, more pages and more images than a post may have', async () => {
    const both = 'Kedai Ampang|Kedai Bangsar, KL';
    const sheet = await upload(HEADER + row(both, 'A post.', '', '').repeat(2501));
    expect(await preview(sheet)).toMatchObject({
      problems: [{ message: 'This sheet makes 5,002 posts. Split it into files of up to 5,000 posts.' }],
    });
    expect(await bring(sheet)).toMatchObject({ status: 422 });
    const endless = (what: string, mark: string) => `${what}${mark}`.repeat(9000);
    expect(
      await problemsOf(`Page,Text,Image\n"${endless('a', ';')}",A,\nKedai Ampang,B,"${endless('ftp://a', ' ')}"\n`),
    ).toEqual([
      [2, 'A row can name at most 100 pages.'],
      [3, "“ftp://a” isn't an address that begins with https://", 'A post can have at most 10 images.'],
    ]);
    expect(await posts()).toEqual([]);
  });

  test('rows with problems are shown alone, a page at a time', async () => {
    const sheet = await upload(HEADER + row('Nobody', 'Wrong.').repeat(150) + row('Kedai Ampang', 'Right.'));
    expect((await preview(sheet, {}, { page: 2, only: 'problems' })).rows).toHaveLength(50);
    expect(await preview(sheet, {}, { only: 'problems' })).toMatchObject({ pagination: { page: 1, pages: 2 } });
  });
});

describe('a row', () => {
  test('of several pages becomes one composition', async () => {
    const sheet = await upload(`Page,Text,Link\n"Kedai Ampang; Kedai Bangsar, KL",Both.,https://kedai.example/menu\n`);
    expect(await bring(sheet)).toMatchObject({ body: { posts: 2 } });
    const [first, second] = await posts();
    expect(first?.composition_id).not.toBeNull();
    expect(second).toMatchObject({
      composition_id: first?.composition_id,
      content: 'Both.\n\nhttps://kedai.example/menu',
      facebook_page_id: bangsar,
    });
  });

  test('without a time takes the next free slot of its page, behind those with one', async () => {
    const slots = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, time: '09:00' }));
    await caller.call(replacePagePlans, {
      body: { pages: [{ facebookPageId: ampang, revision: 0 }], timeZone: 'Asia/Kuala_Lumpur', slots },
    });
    const sheet = await upload(
      HEADER +
        row('Kedai Ampang', 'Free.', '', '') +
        row('Kedai Ampang', 'That day.', dayIn(4), '') +
        row('Kedai Ampang', 'At nine.', dayIn(3)),
    );
    const reading = { ...sheet.reading, untimed: 'slot' as const };
    expect(await preview(sheet, { untimed: 'slot' })).toMatchObject({
      counts: { slots: 2, scheduled: 1, problems: 0 },
    });
    expect(await bring(sheet, { reading })).toMatchObject({ status: 200, body: { scheduled: 3 } });
    const times = new Map(
      (await posts()).map(({ content, scheduled_at: at }) => [content, (at as Date).toISOString()]),
    );
    expect(times.get('That day.')).toBe(`${dayIn(4)}T01:00:00.000Z`);
    expect(new Set(times.values()).size).toBe(3);
  });

  test('without a time on a page without a weekly plan says so', async () =>
    expect(await problemsOf(HEADER + row('Kedai Ampang', 'Free.', '', ''), { untimed: 'slot' })).toEqual([
      [2, expect.stringContaining('Kedai Ampang has no weekly plan yet.')],
    ]));
});

describe('an import', () => {
  const file = () => HEADER + row('Kedai Ampang', 'Nasi lemak.') + row('Kedai Ampang', 'Roti.', dayIn(4));
  /** More than one statement makes. */
  const MANY = 1200;

  test('leaves nothing where a row is wrong, and leaves that row out when told to', async () => {
    const sheet = await upload(file() + row('Nobody', 'Wrong.'));
    expect(await bring(sheet)).toMatchObject({
      status: 422,
      body: { problems: 1, message: expect.stringContaining('1 row has a problem') as string },
    });
    expect(await posts()).toEqual([]);
    expect(await bring(sheet, { skipProblems: true })).toMatchObject({ body: { posts: 2, skippedRows: 1 } });
  });

  test('asks for no second connection while it has one', async () => {
    const sheet = await upload(file());
    const narrow = (await api.another({}, ONE_CONNECTION)).as(me);
    expect(await bring(sheet, {}, {}, narrow)).toMatchObject({ status: 200, body: { posts: 2 } });
  });

  test('asked for again, at once or later, happens once', async () => {
    const sheet = await upload(file());
    const headers = { [IDEMPOTENCY_HEADER]: 'import-1' };
    const answers = await Promise.all([bring(sheet, {}, headers), bring(sheet, {}, headers), bring(sheet)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await bring(sheet, {}, headers)).toMatchObject({ status: 200, body: answers[0]?.body });
    expect(await posts()).toHaveLength(2);
  });

  test('that is not over yet keeps no due post of the same page from its followers', async () => {
    const mine = await personWithPage(api);
    const rows = Array.from({ length: MANY }, (_, hour) =>
      row(mine.page.name, `Roti ${hour}.`, dayIn(3 + Math.floor(hour / 24)), `${hour % 24}:00`),
    );
    const { id, reading } = await upload(HEADER + rows.join(''), mine.caller);
    const content = `Nasi lemak from now on. ${id}`;
    const due = await buildPost(api.db, mine.me, { status: 'scheduled', facebookPageId: mine.pageRow, content });
    const { reached, open } = await beforeUpdate(api.db, 'sheets').gate();
    const imported = mine.caller.call(importSheet, { params: { id }, body: { reading } });
    try {
      await reached();
      // All are made and held, and nothing is said yet.
      await api.stored.posts.makeDue(due);
      const stories = postStories(api);
      await stories.untilEnded(due);
      expect(await stories.seen(content, mine.page.id)).toBe(1);
    } finally {
      await open();
    }
    expect(await imported).toMatchObject({ status: 200, body: { posts: MANY } });
    await beforeUpdate(api.db, 'sheets').asAlways();
  });

  test('wakes the loop for the earliest of its posts alone, and is told in the story of each', async () => {
    const line = new pg.Client(api.config.DATABASE_URL);
    await line.connect();
    const times: number[] = [];
    line.on('notification', ({ payload }) => times.push(Number(payload) * 1000));
    await line.query('listen posts_due');
    await bring(await upload(HEADER + row('Kedai Ampang', 'Roti.', dayIn(4)) + row('Kedai Ampang', 'Nasi lemak.')));
    await line.query('select 1');
    await line.end();
    const [later, earlier] = await posts();
    expect(times).toEqual([earlier.scheduled_at.getTime()]);
    for (const { id } of [later, earlier])
      expect(await rowsIn(api.db, 'post_events', { post_id: id })).toMatchObject([
        { kind: 'created', actor_name: me.name },
      ]);
  });

  test('of the same file asks, and of the same rows in another file too', async () => {
    await bring(await upload(file()));
    const again = await upload(file());
    expect(await preview(again, { tooClose: 'allow' })).toMatchObject({
      importedBefore: { rows: 2, isSameFile: true },
    });
    const reading = { ...again.reading, tooClose: 'allow' as const };
    expect(await bring(again, { reading })).toMatchObject({
      status: 409,
      body: {
        importedBefore: { rows: 2 },
        message: expect.stringContaining('You imported this file before') as string,
      },
    });
    const others = await upload(`${file()}${row('Kedai Ampang', 'New.', dayIn(8))}`);
    expect(await bring(others, { reading })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('2 rows of this sheet were imported before') as string },
    });
    expect(await posts()).toHaveLength(2);
    expect(await bring(again, { reading, again: true })).toMatchObject({ status: 200, body: { posts: 2 } });
  });

  test('is checked anew: what has changed since the preview counts', async () => {
    const sheet = await upload(file());
    await buildPost(api.db, me, {
      status: 'scheduled',
      facebookPageId: ampang,
      scheduledAt: new Date(`${dayIn(3)}T01:10:00Z`),
    });
    expect(await bring(sheet, { posts: 2, skipProblems: true })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('makes 1 post by now, not 2 posts') as string },
    });
    expect(await posts()).toHaveLength(1);
  });
});

const LONG = 'x'.repeat(500);

describe('a row that is mended before the import', () => {
  const mend = (sheet: Sheet, number: number, cells: object, who = caller) =>
    who.call(updateSheetRow, {
      params: { id: sheet.id, row: number },
      body: { columns: sheet.reading.columns, cells },
    });

  test('is checked again, and imported as it was mended', async () => {
    const sheet = await upload(HEADER + row('Nobody', '', dayIn(3), '25:00') + row('Kedai Ampang', 'Roti.', dayIn(4)));
    const told = await caller.call(readSheetRow, { params: { id: sheet.id, row: 2 } });
    expect(told.body).toEqual({ row: 2, cells: ['Nobody', '', dayIn(3), '25:00'] });
    const seen = await preview(sheet);
    expect(seen.rows[0]?.problems.map(({ field }) => field)).toEqual(['page', 'text', 'time']);

    expect((await mend(sheet, 2, { page: 'Kedai Bangsar, KL', text: 'Mended.', time: '10:30' })).status).toBe(200);
    expect((await preview(sheet)).counts).toMatchObject({ problems: 0, posts: 2 });
    expect(await posts()).toEqual([]);
    // What the screen has shown before is not what its owner agreed to.
    expect(await bring(sheet, { mark: seen.mark })).toMatchObject({ status: 409 });
    expect(await bring(sheet, { mark: (await preview(sheet)).mark })).toMatchObject({
      status: 200,
      body: { posts: 2 },
    });
    expect((await posts()).map(({ content }) => content)).toContain('Mended.');
    expect((await mend(sheet, 2, { text: 'Too late.' })).status).toBe(404);
  });

  test('gets a column of its own for what the sheet has none for', async () => {
    const sheet = await upload(`Page,Text\nKedai Ampang,Nasi lemak.\nKedai Ampang,Roti.,,,stray\n`);
    const { columns } = (await mend(sheet, 2, { date: dayIn(3), time: '09:00' })).body;
    expect(columns).toEqual(['page', 'text', null, null, null, 'date', 'time']);
    expect(await preview(sheet, { columns })).toMatchObject({
      counts: { scheduled: 1, drafts: 1 },
      rows: [{ becomes: 'scheduled' }, { becomes: 'draft' }],
    });
  });

  test('is nobody else’s, is there, and holds no more than a sheet may', async () => {
    const sheet = await upload(HEADER + row('Kedai Ampang', 'Roti.'));
    const other = api.as(await buildUser(api.db));
    expect((await mend(sheet, 2, { text: 'Mine.' }, other)).status).toBe(404);
    expect((await other.call(readSheetRow, { params: { id: sheet.id, row: 2 } })).status).toBe(404);
    expect((await mend(sheet, 9, { text: 'Mine.' })).status).toBe(404);
    expect((await mend(sheet, 2, { text: 'x'.repeat(70_001) })).status).toBe(400);
    const large = await upload(HEADER + row('Kedai Ampang', 'x'.repeat(69_390)).repeat(151));
    expect(await mend(large, 2, { page: LONG, text: 'x'.repeat(70_000), date: LONG, time: LONG })).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('more text than we can import') as string },
    });
  });
});

test('a plan that changed so that as many other rows can be imported is told', async () => {
  const sheet = await upload(HEADER + row('Kedai Ampang', 'Nasi lemak.') + row('Kedai Ampang', 'Roti.', dayIn(4)));
  const block = (day: number) =>
    buildPost(api.db, me, {
      status: 'scheduled',
      facebookPageId: ampang,
      scheduledAt: new Date(`${dayIn(day)}T01:10:00Z`),
    });
  const first = await block(3);
  const { mark, counts } = await preview(sheet);
  await api.stored.posts.remove({ id: first });
  await block(4);
  expect(await bring(sheet, { posts: counts.posts, skipProblems: true, mark })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('has changed since you looked at it') as string },
  });
});

test('a worksheet of a workbook is chosen when the file is sent', async () => {
  const texts = (text: string) =>
    sheetXml(`<row r="1"><c r="A1" t="inlineStr"><is><t>Text</t></is></c></row>
      <row r="2"><c r="A2" t="inlineStr"><is><t>${text}</t></is></c></row>`);
  const workbook = excelWorkbook(['October', 'November'], {
    'xl/worksheets/sheet1.xml': texts('Old.'),
    'xl/worksheets/sheet2.xml': texts('New.'),
  });
  expect(await upload(workbook)).toMatchObject({ worksheets: ['October', 'November'], worksheet: 1 });
  const second = await upload(workbook, caller, 'year.xlsx', 2);
  expect(second).toMatchObject({ worksheet: 2 });
  expect(await preview(second, { facebookPageId: ampang })).toMatchObject({ rows: [{ text: 'New.' }] });
});

test('headings twice, without a name and from right to left, and lines within quotes are read', async () => {
  const sheet = await upload(`Page;Text;Text;;Date\r\nمخبز الأمير;"One\r\ntwo";Not read;Nothing;${dayIn(3)} 09:00\r\n`);
  await buildPage(api.db, me, { name: 'مخبز الأمير' });
  expect(sheet.reading.columns).toEqual(['page', 'text', null, null, 'date']);
  expect(await preview(sheet)).toMatchObject({
    counts: { problems: 0, scheduled: 1 },
    rows: [{ pages: ['مخبز الأمير'], text: 'One\r\ntwo' }],
  });
});

describe('images', () => {
  let address: string;
  const asked: (string | undefined)[] = [];
  const server = createServer((request, answer) => {
    asked.push(request.url);
    if (request.url === '/there.png' || request.url === '/twice.png')
      sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
        .png()
        .toBuffer()
        .then((bytes) => answer.end(bytes))
        .catch(() => answer.destroy());
    else if (request.url === '/moved.png') answer.writeHead(302, { location: '/there.png' }).end();
    else if (request.url === '/inside.png') answer.writeHead(302, { location: 'http://10.0.0.1/a.png' }).end();
    else if (request.url === '/page.png') answer.end('<html>Not an image</html>');
    else if (request.url === '/large.png') answer.end(Buffer.alloc(11 * 1024 * 1024, 1));
    else answer.writeHead(request.url === '/secret.png' ? 403 : 404).end();
  });
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const sheetWith = (...images: string[]) => {
    const rows = images.map(
      (image, at) => `Kedai Ampang,Post ${at}.,"${image}",A red square
`,
    );
    return upload(`Page,Text,Image,Alt text
${rows.join('')}`);
  };
  const fetchAll = async (sheet: Sheet) => {
    for (;;) {
      const { body } = await caller.call(checkSheetImages, {
        params: { id: sheet.id },
        body: { reading: sheet.reading },
      });
      if (body.pending === 0) return body;
    }
  };

  test('are fetched before the import, each once, and go to their posts', async () => {
    const sheet = await sheetWith(`${address}/there.png`, `${address}/there.png ${address}/moved.png`);
    expect(await preview(sheet)).toMatchObject({ images: { total: 2, pending: 2 } });
    expect(await bring(sheet)).toMatchObject({ status: 409 });
    expect(await fetchAll(sheet)).toEqual({ total: 2, pending: 0 });
    expect(await preview(sheet)).toMatchObject({ counts: { problems: 0 }, images: { pending: 0 } });
    expect(await bring(sheet)).toMatchObject({ status: 200, body: { posts: 2 } });
    const [first, second] = await posts();
    const filesOf = async (post: { id: number } | undefined) =>
      (await api.stored.mediaFiles.rows({ post_id: post?.id })).map(({ alt_text: alt, width }) => [alt, width]);
    expect([first?.media_type, await filesOf(first)]).toEqual(['image', [['A red square', 40]]]);
    expect(await filesOf(second)).toHaveLength(2);
  });

  test('are fetched once, however many ask for those of a sheet at once', async () => {
    const sheet = await sheetWith(`${address}/there.png`, `${address}/twice.png`);
    asked.length = 0;
    const all = await Promise.all(Array.from({ length: 4 }, () => fetchAll(sheet)));
    expect(all).toEqual(all.map(() => ({ total: 2, pending: 0 })));
    expect([asked.length, new Set(asked)]).toEqual([2, new Set(['/there.png', '/twice.png'])]);
  });

  test('are taken from the library by their names, with or without the ending', async () => {
    const red = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    await api.app.media.store(me, 'image', Readable.from([red]), 'Menu board.png');
    const sheet = await sheetWith('menu board', 'Menu board.png; nothing');
    expect((await preview(sheet)).rows.map(({ problems }) => problems.length)).toEqual([0, 1]);
    expect(await bring(sheet, { skipProblems: true })).toMatchObject({ status: 200 });
    const [post] = await posts();
    expect(await api.stored.mediaFiles.rows({ post_id: post?.id })).toMatchObject([{ name: 'Menu board.png' }]);
  });

  test('that cannot be used are said beside their rows', async () => {
    const sheet = await sheetWith(
      `${address}/nowhere.png`,
      `${address}/secret.png`,
      `${address}/page.png`,
      `${address}/large.png`,
      `${address}/inside.png`,
      'http://192.168.0.1/a.png',
      'http://[::1]/a.png',
      'http://localhost:1/a.png',
      'ftp://kedai.example/a.png',
      'Menu board',
    );
    await fetchAll(sheet);
    const { rows } = await preview(sheet);
    expect(rows.map(({ problems }) => problems.map(({ message }) => message).join())).toEqual([
      expect.stringContaining('There is no image at'),
      expect.stringContaining("doesn't let us fetch it"),
      expect.stringContaining("isn't an image that Facebook shows"),
      expect.stringContaining('is larger than 10 MB'),
      expect.stringContaining('is in a private network'),
      expect.stringContaining('is in a private network'),
      expect.stringContaining('is in a private network'),
      expect.stringMatching(/private network|can't reach/),
      expect.stringContaining("isn't an address that begins with https://"),
      expect.stringContaining('Your library has no image called Menu board'),
    ]);
  });
});

describe('an export', () => {
  const rowsOf = async (what: string, more = '') => {
    const answer = await caller.fetch(`${SHEET_EXPORT_PATH}?what=${what}${more}`);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    return bytes.toString('utf8').slice(1);
  };

  test('of the plan comes back unchanged when it is imported again', async () => {
    const texts = ['=HYPERLINK("x")', "'=quoted", 'Two\nlines, "quoted"; and more', '-1', '@all', 'Plain'];
    for (const [at, content] of texts.entries())
      await buildPost(api.db, me, {
        status: 'scheduled',
        facebookPageId: at % 2 === 0 ? ampang : bangsar,
        content,
        scheduledAt: new Date(Date.parse(`${dayIn(3)}T01:00:00Z`) + at * 3_600_000),
      });
    await buildPost(api.db, me, { status: 'draft', facebookPageId: ampang, content: 'A draft' });
    const csv = await rowsOf('plan', '&timeZone=America/New_York');
    expect(csv.split('\r\n')[0]).toBe(
      '"Page","Date","Time","Time zone","Text","Image","Image description",' +
        '"Status","Exact time","Page ID","Post ID","Facebook address"',
    );
    expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
    const before = await posts();
    await api.stored.posts.remove({ user_id: me.userId });
    expect(await bring(await upload(csv))).toMatchObject({ status: 200, body: { posts: 7, scheduled: 6, drafts: 1 } });
    const facts = (rows: typeof before) =>
      rows.map(({ content, scheduled_at: at, facebook_page_id: page, status }) => [content, at, page, status]);
    expect(facts(await posts())).toEqual(facts(before));
  });

  test('of the history tells what the posts brought, the newest first, in chunks', async () => {
    for (let at = 0; at < 3; at += 1)
      await buildPost(api.db, me, { status: 'published', facebookPageId: ampang, content: `Post ${at}` });
    const csv = await rowsOf('history');
    expect(csv.split('\r\n')[0]).toContain('"Likes","Comments","Shares"');
    expect(csv.match(/Post \d/g)).toEqual(['Post 2', 'Post 1', 'Post 0']);
  });

  test('needs a login, and a zone that there is', async () => {
    expect((await api.as(null).fetch(`${SHEET_EXPORT_PATH}?what=plan`)).status).toBe(401);
    expect((await api.as(null).fetch(SHEET_TEMPLATE_PATH)).status).toBe(401);
    expect((await caller.fetch(`${SHEET_EXPORT_PATH}?what=all`)).status).toBe(400);
    expect((await caller.fetch(`${SHEET_EXPORT_PATH}?what=plan&timeZone=Nowhere`)).status).toBe(400);
  });

  test('has a template that can be imported as it is', async () => {
    const sheet = await upload(Buffer.from(await (await caller.fetch(SHEET_TEMPLATE_PATH)).arrayBuffer()));
    expect(await preview(sheet)).toMatchObject({ counts: { rows: 2, problems: 0, scheduled: 2 } });
  });
});

test('a foreign page is not there', async () => {
  const other = await buildPage(api.db, await buildUser(api.db));
  const sheet = await upload('Text\nNasi lemak.\n');
  const answer = await caller.call(previewSheet, {
    params: { id: sheet.id },
    body: { reading: { ...sheet.reading, facebookPageId: other.id } },
  });
  expect(answer.status).toBe(404);
  expect((await caller.call(uploadSheet)).status).toBe(415);
});

test('exports of one person run one after the other, and are no more than a few', async () => {
  const held = await api.db.transaction();
  await lockTable(held, 'posts');
  const asked = Array.from({ length: 6 }, () => caller.ask(`${SHEET_EXPORT_PATH}?what=plan`));
  const ended: number[] = [];
  for (const one of asked) void one.then(({ status }) => ended.push(status));
  try {
    // All of them have come by then.
    await expect.poll(() => ended).toEqual([429, 429]);
    await expect.poll(() => waitingStatements(api.db)).toBe(1);
  } finally {
    await held.commit();
  }
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(Map.groupBy(statuses, (status) => status).get(200)).toHaveLength(4);
});
