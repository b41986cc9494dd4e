import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { SHEET_MAX_ROWS } from '../../contract/file-limits.ts';
import { excelFile, excelOf, excelWorkbook, sheetXml, workbookXml } from '../../testing/excel-file.ts';
import { tableIn } from './table-in.ts';

const read = (bytes: string | Buffer) => tableIn(Buffer.from(bytes));
const cellsOf = async (bytes: string | Buffer) => (await read(bytes)).rows.map(({ cells }) => cells);
const flawOf = (bytes: string | Buffer) =>
  read(bytes).then(
    () => 'none',
    (error: { flaw: string }) => error.flaw,
  );
const CAFE = [
  ['Page', 'Text'],
  ['Café', 'Crème brûlée, “warm”'],
];

describe('text is read', () => {
  test.each([
    ['commas', 'Page,Text\nCafé,"Crème brûlée, “warm”"\n'],
    ['semicolons', 'Page;Text\r\nCafé;Crème brûlée, “warm”\r\n'],
    ['tabs, as spreadsheets copy them', 'Page\tText\nCafé\t"Crème brûlée, “warm”"'],
    ['carriage returns alone', 'Page;Text\rCafé;Crème brûlée, “warm”\r'],
    ['a mark of UTF-8', '\uFEFFPage,Text\nCafé,"Crème brûlée, “warm”"'],
  ])('with %s', async (_, text) => expect(await cellsOf(text)).toEqual(CAFE));

  const TEXT = 'Page;Text\nCafé;Crème brûlée, “warm”';
  test.each([
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
    ['UTF-16 without one', Buffer.from(TEXT, 'utf16le')],
    ['UTF-16, the other end first', Buffer.from(`\uFEFF${TEXT}`, 'utf16le').swap16()],
    ['Windows-1252', Buffer.from(TEXT.replace('“', '\x93').replace('”', '\x94'), 'latin1')],
  ])('in %s', async (_, bytes) => expect(await cellsOf(bytes)).toEqual(CAFE));

  test('with quotes and lines within a cell, each row under its number', async () =>
    expect((await read('Page,Text\n"Kedai","She said ""hello""\nand left"\n\n ,\nCafé,Last\n')).rows).toEqual([
      { number: 1, cells: ['Page', 'Text'] },
      { number: 2, cells: ['Kedai', 'She said "hello"\nand left'] },
      { number: 5, cells: ['Café', 'Last'] },
    ]));
});

test('Excel is read, whatever the file is called: texts, dates, times and results of formulas', async () =>
  expect(
    await cellsOf(
      excelFile([
        ['Page', 'When', 'Time', 'Likes', 'Text'],
        ['Café', { date: 46_356.375 }, { date: 0.75 }, 12.5, { formula: 'A2&"!"', result: 'Café!' }],
        ['Café', { date: 46_356 }, null, 46_356.375],
      ]),
    ),
  ).toEqual([
    ['Page', 'When', 'Time', 'Likes', 'Text'],
    ['Café', '2026-11-30 09:00:00', '18:00:00', '12.5', 'Café!'],
    ['Café', '2026-11-30', '', '46356.375'],
  ]));

const SHEET = 'xl/worksheets/sheet';
const rowOf = (text: string) => sheetXml(`<row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row>`);

describe('of a workbook with several worksheets', () => {
  const workbook = excelWorkbook(['Cover', 'شهر', 'Next'], {
    [`${SHEET}1.xml`]: sheetXml(''),
    [`${SHEET}2.xml`]: rowOf('This month'),
    [`${SHEET}3.xml`]: rowOf('Next month'),
  });

  test('the first one with rows is read, and the others are told', async () =>
    expect(await tableIn(workbook)).toEqual({
      rows: [{ number: 1, cells: ['This month'] }],
      worksheets: ['Cover', 'شهر', 'Next'],
      worksheet: 2,
    }));

  test('another one is read where it is chosen', async () =>
    expect(await tableIn(workbook, 3)).toMatchObject({ rows: [{ cells: ['Next month'] }], worksheet: 3 }));

  test.each([
    [1, 'empty'],
    [4, 'no-worksheet'],
  ])('number %i is refused as %s', async (worksheet, flaw) =>
    expect(await tableIn(workbook, worksheet).catch((error: { flaw: string }) => error.flaw)).toBe(flaw),
  );

  test('a page of charts in the first place keeps nobody from the others', async () => {
    const charts = excelWorkbook(['Chart', 'Posts'], {
      [`${SHEET}1.xml`]: '<chartsheet/>',
      [`${SHEET}2.xml`]: rowOf('A post'),
    });
    expect(await tableIn(charts)).toMatchObject({ rows: [{ cells: ['A post'] }], worksheet: 2 });
  });
});

test('days of a workbook that counts from 1904 are those that it shows', async () => {
  const workbook = excelFile([['Date'], [{ date: 44_894.375 }]], {
    'xl/workbook.xml': workbookXml(['Posts'], { since: 1904 }),
  });
  expect(await cellsOf(workbook)).toEqual([['Date'], ['2026-11-30 09:00:00']]);
});

test('of merged cells the first has what they say', async () => {
  const merged = '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells></worksheet>';
  const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const rows = `<row r="1">${cell('A1', 'Page')}</row><row r="2">${cell('A2', 'Café')}${cell('B2', 'One')}</row>
    <row r="3"><c r="A3"/>${cell('B3', 'Two')}</row>`;
  const xml = sheetXml(rows).replace('</worksheet>', merged);
  expect(await cellsOf(excelOf({ [`${SHEET}1.xml`]: xml }))).toEqual([['Page'], ['Café', 'One'], ['', 'Two']]);
});

const openDocument = Buffer.from(
  zipSync({ mimetype: [strToU8('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }] }),
);

describe('what is no table is refused', () => {
  const rows = (count: number) => `Text\n${'A post.\n'.repeat(count)}`;
  test.each([
    ['nothing', '', 'empty'],
    ['only empty rows', '\n , \n\n', 'empty'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 4, 5, 6, 7, 8]), 'binary'],
    ['NUL characters', 'Page,Text\nCafé,one\0two\n', 'binary'],
    ['an old Excel', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3, 4]), 'old-excel'],
    ['half an Excel', excelFile([['Page']]).subarray(0, 300), 'broken-excel'],
    ['a ZIP of something else', excelOf({ 'xl/workbook.xml': '', 'xl/_rels/workbook.xml.rels': '' }), 'broken-excel'],
    ['an OpenDocument', openDocument, 'open-document'],
    [
      'an Excel that says itself how large it unfolds',
      excelOf({ 'xl/sharedStrings.xml': Buffer.alloc(200 * 1024 * 1024) }),
      'too-complex',
    ],
    ['a row too many', rows(SHEET_MAX_ROWS + 1), 'too-many-rows'],
    ['far more rows', rows(200_000), 'too-many-rows'],
    ['a million columns', `Page${',x'.repeat(1_000_000)}`, 'too-many-columns'],
  ])('%s', async (_, bytes, flaw) => expect(await flawOf(bytes)).toBe(flaw));

  test('but not as many rows as there may be', async () =>
    expect((await read(rows(SHEET_MAX_ROWS))).rows).toHaveLength(SHEET_MAX_ROWS + 1));

  test('nor a cell of a megabyte, of which the beginning is kept', async () => {
    const [, row] = await cellsOf(`Text\n"${'x'.repeat(1024 * 1024)}"\n`);
    expect(row?.[0]).toHaveLength(70_000);
  });
});

test('names of other files in an XML are not followed', async () => {
  const cell = '<row r="1"><c r="A1" t="inlineStr"><is><t>A &s; post</t></is></c></row>';
  const xml = `<!DOCTYPE x [<!ENTITY s SYSTEM "file:///etc/passwd">]>${sheetXml(cell)}`;
  const told = await cellsOf(excelOf({ 'xl/worksheets/sheet1.xml': xml })).catch(String);
  expect(JSON.stringify(told)).not.toContain('root:');
});

test('nor do names that stand for each other fill the memory', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('');
  const cell = '<row r="1"><c r="A1" t="inlineStr"><is><t>&e12;</t></is></c></row>';
  const xml = `<!DOCTYPE x [<!ENTITY e0 "lol">${names}]>${sheetXml(cell)}`;
  const told = await cellsOf(excelOf({ 'xl/worksheets/sheet1.xml': xml })).catch(String);
  expect(JSON.stringify(told).length).toBeLessThan(1000);
});
