import { describe, expect, test } from 'vitest';
import { columnsOf } from './columns.ts';

const isPage = (cell: string) => ['Kedai Ampang', 'Kedai Bangsar'].includes(cell);
const of = (...rows: string[][]) =>
  columnsOf(
    rows.map((cells, at) => ({ number: at + 1, cells })),
    isPage,
  );
const ROW = ['Kedai Ampang', 'Nasi lemak from seven.', '2027-03-04', '09:00'];

describe('columns are found', () => {
  test.each([
    [
      ['Page', 'Text', 'Date', 'Time'],
      ['page', 'text', 'date', 'time'],
    ],
    [
      ['FACEBOOK PAGE', 'Caption ', 'Publish_Date', 'publish-time'],
      ['page', 'text', 'date', 'time'],
    ],
    [
      ['Halaman', 'Teks', 'Tarikh', 'Masa'],
      ['page', 'text', 'date', 'time'],
    ],
    [
      ['Seite', 'Text', 'Datum', 'Uhrzeit'],
      ['page', 'text', 'date', 'time'],
    ],
  ])('by their names: %j', (names, fields) => expect(of(names, ROW)).toEqual({ hasHeader: true, fields }));

  test('by what stands in them, under names that say nothing', () =>
    expect(of(['Shop', 'Words', 'A', 'B'], ROW, ROW)).toEqual({
      hasHeader: true,
      fields: ['page', 'text', 'date', 'time'],
    }));

  test('by what stands in them, without any names', () =>
    expect(of(ROW, ROW)).toEqual({ hasHeader: false, fields: ['page', 'text', 'date', 'time'] }));

  test('once each, the first that is called so', () =>
    expect(of(['Text', 'Content', 'Page'], ['A', 'B', 'Kedai Ampang']).fields).toEqual(['text', null, 'page']));

  test('images apart from links', () =>
    expect(of(['Nasi lemak from seven.', 'https://kedai.example/a.jpg', 'https://kedai.example/menu']).fields).toEqual([
      'text',
      'image',
      'link',
    ]));
});
