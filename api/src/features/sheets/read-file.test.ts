import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { excelFile, excelOf, sheetXml } from '../../testing/excel-file.ts';
import { tableInFile } from './read-file.ts';

let file: string;
beforeAll(() => {
  file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'sheets-')), 'sheet');
});
afterAll(() => fs.rmSync(path.dirname(file), { recursive: true }));

const read = (bytes: Buffer) => {
  fs.writeFileSync(file, bytes);
  return tableInFile(file).then(({ rows }) => rows);
};

test('a file is read by a process of its own', async () =>
  expect(
    await read(
      excelFile([
        ['Page', 'Text'],
        ['Kedai', 'Nasi lemak.'],
      ]),
    ),
  ).toEqual([
    { number: 1, cells: ['Page', 'Text'] },
    { number: 2, cells: ['Kedai', 'Nasi lemak.'] },
  ]));

test('what is wrong with it is told in words', () =>
  expect(read(Buffer.from('Page\0Text'))).rejects.toThrow("We can't read this file as a table."));

test('a small file with a sheet of seventeen thousand million cells ends that process alone', () =>
  expect(
    read(excelOf({ 'xl/worksheets/sheet1.xml': sheetXml('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>') })),
  ).rejects.toThrow('This file takes too much to open.'));
