// @vitest-environment jsdom
import {
  checkSheetImages,
  importSheet,
  listPages,
  previewSheet,
  readSheetRow,
  updateSheetRow,
  uploadSheet,
} from '@pagecast/api/contract';
import type { Sheet, SheetPreview, SheetReading } from '@pagecast/api/contract';
import { answer, buildPage, Refusal, renderScreen, type Answer, type ShownScreen } from '@pagecast/shell/kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { SheetsMenu } from './sheets-menu.tsx';

const SHEET: Sheet = {
  id: 7,
  name: 'week.csv',
  rows: 3,
  columns: [
    { first: 'Page', samples: ['Corner Bakery'] },
    { first: 'Words', samples: ['Rye on Friday.'] },
  ],
  reading: { hasHeader: true, columns: ['page', 'text'], timeZone: 'Asia/Kuala_Lumpur' },
};
const PREVIEW: SheetPreview = {
  counts: { rows: 2, problems: 0, posts: 2, scheduled: 1, drafts: 1, slots: 0 },
  problems: [],
  dateOrder: null,
  asksDateOrder: false,
  images: { total: 0, pending: 0 },
  importedBefore: null,
  rows: [
    {
      row: 2,
      pages: ['Corner Bakery'],
      text: 'Rye on Friday.',
      images: [],
      scheduledAt: '2099-01-05T01:00:00.000Z',
      becomes: 'scheduled',
      problems: [],
      notes: [],
    },
    {
      row: 3,
      pages: ['Corner Bakery'],
      text: 'Soon.',
      images: [],
      scheduledAt: null,
      becomes: 'draft',
      problems: [],
      notes: ['No time: becomes a draft.'],
    },
  ],
  pagination: { page: 1, pages: 1 },
};
const MADE = { posts: 2, scheduled: 1, drafts: 1, skippedRows: 0, firstAt: '2099-01-05T01:00:00.000Z' };

let toasts: readonly { title: string }[] = [];
let queryClient: ShownScreen['queryClient'];
const sent: { call: string; body: unknown }[] = [];
const kept = (call: string, body: unknown) => sent.push({ call, body });

/** Opens the dialog over a server that answers so. */
async function open(
  preview: Partial<SheetPreview> | ((body: { reading: object }) => Partial<SheetPreview>) = {},
  more: Answer[] = [],
) {
  sent.length = 0;
  ({ toasts, queryClient } = renderScreen(SheetsMenu, {
    path: '/scheduled',
    routes: [
      answer(listPages, [buildPage()]),
      answer(uploadSheet, SHEET),
      answer(previewSheet, ({ body }) => {
        kept('preview', body);
        return { ...PREVIEW, ...(typeof preview === 'function' ? preview(body) : preview) };
      }),
      answer(importSheet, ({ body }) => {
        kept('import', body);
        return MADE;
      }),
      ...more,
    ],
  }));
  await userEvent.click(screen.getByRole('button', { name: 'Spreadsheet' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Import posts' }));
  return screen.findByRole('dialog', { name: 'Import Posts' });
}
const choose = async () =>
  userEvent.upload(
    await screen.findByLabelText(/Choose a file/),
    new File(['Page,Words'], 'week.csv', { type: 'text/csv' }),
  );
const button = (name: RegExp | string) => screen.findByRole<HTMLButtonElement>('button', { name });
const imports = () => sent.filter(({ call }) => call === 'import').map(({ body }) => body);

test('a chosen file shows what each row becomes, and one press makes the posts', async () => {
  await open();
  await choose();
  expect(await screen.findByText('2 posts: 1 scheduled, 1 draft')).toBeDefined();
  const rows = within(screen.getByRole('region', { name: 'Rows of the sheet' })).getAllByRole('listitem');
  expect(rows[0]?.textContent).toContain('Rye on Friday.');
  expect(rows[0]?.textContent).toContain('Mon 5 Jan 2099, 9:00 (GMT+8)');
  expect(rows[1]?.textContent).toContain('No time: becomes a draft.');
  expect(imports()).toEqual([]);
  await userEvent.click(await button('Import 2 posts'));
  await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['2 posts imported']));
  expect(imports()).toEqual([{ reading: SHEET.reading, posts: 2 }]);
});

test('nothing is asked of a sheet whose posts are made, however early that is told', async () => {
  const asked: string[] = [];
  await open({}, [
    answer(readSheetRow, () => {
      asked.push('row');
      return { row: 2, cells: ['Corner Bakery', 'Rye on Friday.'] };
    }),
    answer(importSheet, async () => {
      await screen.findByText('Importing...');
      sent.length = 0;
      asked.length = 0;
      // Every screen hears of new posts before the answer is here.
      await queryClient.invalidateQueries({ queryKey: ['posts'] });
      return MADE;
    }),
  ]);
  await choose();
  await userEvent.click(await button('Edit row 2'));
  await screen.findByRole('form', { name: 'Row 2' });
  await userEvent.click(await button('Import 2 posts'));
  await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['2 posts imported']));
  expect([...sent, ...asked]).toEqual([]);
});

test('rows that are pasted are read as a file is', async () => {
  await open();
  fireEvent.paste(await screen.findByLabelText('Or paste rows from a spreadsheet'), {
    clipboardData: { getData: () => 'Page\tWords\nCorner Bakery\tSoon.' },
  });
  expect(await screen.findByText('2 posts: 1 scheduled, 1 draft')).toBeDefined();
});

test('rows that come without being pasted, as from the keyboard of a phone, are kept and read', async () => {
  await open();
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Or paste rows from a spreadsheet');
  fireEvent.change(field, { target: { value: 'Page\tWords\nCorner Bakery\tSoon.' } });
  expect(field.value).toContain('Corner Bakery');
  fireEvent.click(screen.getByRole('button', { name: 'Read these rows' }));
  expect(await screen.findByText('2 posts: 1 scheduled, 1 draft')).toBeDefined();
});

test('a file that is dropped is read', async () => {
  const dialog = await open();
  const file = new File(['Page,Words'], 'week.csv');
  fireEvent.drop(within(dialog).getByText(/or drop it here/), { dataTransfer: { files: [file], types: ['Files'] } });
  expect(await screen.findByText('2 posts: 1 scheduled, 1 draft')).toBeDefined();
});

test('what is wrong stands beside its row, and those rows are left out by a button that says so', async () => {
  const wrong = { field: 'page', message: 'You have no page called “Nowhere”.' } as const;
  await open({
    counts: { ...PREVIEW.counts, problems: 1, posts: 1, drafts: 0 },
    rows: [{ ...PREVIEW.rows[0]!, problems: [wrong] }, PREVIEW.rows[1]!],
  });
  await choose();
  expect(await screen.findByText('1 row has a problem and is left out.')).toBeDefined();
  const rows = within(screen.getByRole('region', { name: 'Rows of the sheet' })).getAllByRole('listitem');
  expect(rows[0]?.textContent).toContain(wrong.message);
  await userEvent.click(screen.getByRole('switch', { name: 'Only rows with problems' }));
  expect(sent.at(-1)?.body).toMatchObject({ only: 'problems' });
  await userEvent.click(await button('Import 1 post'));
  await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['2 posts imported']));
  expect(imports()).toMatchObject([{ skipProblems: true, posts: 1 }]);
});

test('a sheet that was imported before says so, and the button too', async () => {
  await open({ importedBefore: { at: '2099-01-01T00:00:00.000Z', rows: 2, isSameFile: true } });
  await choose();
  expect(await screen.findByText(/You imported this file before, on Thu 1 Jan 2099/)).toBeDefined();
  await userEvent.click(await button('Import 2 posts again'));
  await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['2 posts imported']));
  expect(imports()).toMatchObject([{ again: true }]);
});

test('a row is mended in the preview, which is checked again', async () => {
  const mended: unknown[] = [];
  await open({ rows: [{ ...PREVIEW.rows[0]!, problems: [{ field: 'text', message: 'This row has no text.' }] }] }, [
    answer(readSheetRow, { row: 2, cells: ['Corner Bakery', ''] }),
    answer(updateSheetRow, ({ body }) => {
      mended.push(body);
      return { columns: ['page', 'text', 'date', 'time'] as SheetReading['columns'] };
    }),
  ]);
  await choose();
  await userEvent.click(await button('Edit row 2'));
  const form = await screen.findByRole('form', { name: 'Row 2' });
  await userEvent.type(within(form).getByLabelText('Text'), 'Rye.');
  await userEvent.type(within(form).getByLabelText('Date'), '2099-01-05');
  await userEvent.click(within(form).getByRole('button', { name: 'Check this row' }));
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  expect(mended).toEqual([{ columns: ['page', 'text'], cells: { text: 'Rye.', date: '2099-01-05' } }]);
  await waitFor(() =>
    expect(sent.at(-1)).toMatchObject({
      call: 'preview',
      body: { reading: { columns: ['page', 'text', 'date', 'time'] } },
    }),
  );
});

test('a workbook is read by the worksheet that is chosen, with the file once more', async () => {
  const addresses: unknown[] = [];
  await open({}, [
    answer(uploadSheet, ({ query }) => {
      addresses.push(query);
      const worksheet = Number((query as { worksheet?: string }).worksheet ?? 1);
      return { ...SHEET, id: 6 + worksheet, worksheets: ['October', 'November'], worksheet };
    }),
  ]);
  await choose();
  await userEvent.selectOptions(await screen.findByLabelText('Worksheet'), 'November');
  await waitFor(() => expect(addresses).toHaveLength(2));
  expect(addresses[1]).toMatchObject({ name: 'week.csv', worksheet: '2' });
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Worksheet').value).toBe('2'));
});

test('the order of day and month is asked for once, and the zone and columns can be corrected', async () => {
  await open(({ reading }) => ({ asksDateOrder: !('dateOrder' in reading) }));
  await choose();
  await userEvent.selectOptions(await screen.findByLabelText('Dates such as 03/04'), 'day-first');
  await userEvent.selectOptions(screen.getByLabelText('Times are in'), 'America/New_York');
  await userEvent.click(screen.getByText('Columns and distance'));
  await userEvent.selectOptions(screen.getByLabelText('Page'), 'text');
  expect(sent.at(-1)?.body).toMatchObject({
    reading: { dateOrder: 'day-first', timeZone: 'America/New_York', columns: ['text', null] },
  });
  expect(await screen.findByLabelText('Facebook page')).toBeDefined();
});

test('images are fetched before the button can be pressed', async () => {
  let left = 3;
  let go = (): void => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await open(
    () => ({ images: { total: 3, pending: left } }),
    [
      answer(checkSheetImages, async () => {
        await held;
        left -= 1;
        return { total: 3, pending: left };
      }),
    ],
  );
  await choose();
  expect(await screen.findByText('Fetching images: 3 images left')).toBeDefined();
  expect((await button('Import 2 posts')).disabled).toBe(true);
  go();
  await expect.poll(async () => (await button('Import 2 posts')).disabled).toBe(false);
  expect(left).toBe(0);
});

test('a file that cannot be read says why, and another can be chosen', async () => {
  await open({}, [
    answer(
      uploadSheet,
      new Refusal(400, { message: 'This file is empty. Fill in a row for each post.', code: 'invalid_input' }),
    ),
  ]);
  await choose();
  expect(await screen.findByText(/This file is empty/)).toBeDefined();
  expect(await screen.findByLabelText(/Choose a file/)).toBeDefined();
});

test('a sheet without a column for the text cannot be imported', async () => {
  await open({ problems: [{ field: 'text', message: 'Choose the column that holds the text.' }] });
  await choose();
  expect(await screen.findByText('Choose the column that holds the text.')).toBeDefined();
  expect((await button('Import 2 posts')).disabled).toBe(true);
});
