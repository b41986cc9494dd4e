import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline/promises';
import type { Command } from 'commander';
import { DATE_ORDERS, importSheet, previewSheet, SHEET_LIMIT_BYTES, UNTIMED, uploadSheet } from '../contract/index.ts';
import type { GivenReading, SheetPreview } from '../contract/sheets.ts';
import { clientOf } from './client.ts';
import { CommandError, EXIT } from './exit-codes.ts';
import { intentKey } from './intent-key.ts';
import { ownFiles } from './own-files.ts';
import { pageOf } from './pages.ts';
import { line, type Terminal } from './terminal.ts';
import { localFile } from './sent-files.ts';

interface ImportOptions {
  readonly page?: string;
  readonly timeZone?: string;
  readonly dateOrder?: string;
  readonly untimed?: string;
  readonly worksheet?: string;
  readonly skipProblems?: true;
  readonly yes?: true;
  readonly again?: true;
}

const PROBLEMS_SHOWN = 20;

export function addImportCommand(program: Command, terminalOf: () => Terminal): void {
  program
    .command('import')
    .description('makes posts of a sheet, CSV or Excel: shows first what it would make')
    .argument('<file>')
    .option('--page <page>', 'for rows that name none')
    .option('--time-zone <zone>', 'where its times are meant, such as Asia/Kuala_Lumpur')
    .option('--date-order <order>', `of dates such as 03/04/2027: ${DATE_ORDERS.join(' or ')}`)
    .option('--untimed <what>', `what to do with rows without a time: ${UNTIMED.join(' or ')}`)
    .option('--worksheet <number>', 'of a workbook; the first with rows')
    .option('--skip-problems', 'leave out rows that have a problem')
    .option('--yes', 'make the posts, without asking')
    .option('--again', 'also of a file that was imported before')
    .action((file: string, options: ImportOptions) => importFile(terminalOf(), file, options));
}

async function importFile(out: Terminal, file: string, options: ImportOptions): Promise<void> {
  if ((fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > SHEET_LIMIT_BYTES)
    throw new CommandError('A sheet can be up to 10 MB. Split it into smaller files.', EXIT.usage);
  const { sha256 } = await localFile(file);
  const client = clientOf(ownFiles());
  const sheet = await client.call(uploadSheet, {
    query: { name: path.basename(file), ...(options.worksheet === undefined ? {} : { worksheet: options.worksheet }) },
    file: () => fs.openAsBlob(file),
  });
  const reading: GivenReading = {
    ...sheet.reading,
    ...(options.timeZone === undefined ? {} : { timeZone: options.timeZone }),
    ...(options.dateOrder === undefined ? {} : { dateOrder: oneOf(DATE_ORDERS, options.dateOrder) }),
    ...(options.untimed === undefined ? {} : { untimed: oneOf(UNTIMED, options.untimed) }),
    ...(options.page === undefined ? {} : { facebookPageId: (await pageOf(client, options.page)).id }),
  };
  const params = { id: sheet.id };
  const preview = await client.call(previewSheet, { params, body: { reading } });
  const before = preview.importedBefore;
  if (before?.isSameFile === true && options.again !== true)
    return out.result(`This file was imported on ${before.at}. Nothing was imported again.`, {
      importedBefore: before,
    });
  out.note(previewInWords(preview));
  if (!(await isWanted(out, options))) return out.result('Nothing was imported.', { preview });
  const made = await client.call(importSheet, {
    params,
    key: intentKey(['import', client.url, sheet.id, sha256]),
    body: {
      reading,
      posts: preview.counts.posts,
      ...(preview.mark === undefined ? {} : { mark: preview.mark }),
      ...(options.skipProblems === true && { skipProblems: true }),
      ...(options.again === true && { again: true }),
    },
  });
  const skipped = made.skippedRows === 0 ? '' : ` ${made.skippedRows} rows were left out.`;
  out.result(`Imported ${made.posts} posts: ${made.scheduled} scheduled, ${made.drafts} drafts.${skipped}`, made);
}

function previewInWords({ counts, problems, rows }: SheetPreview): string {
  const wrong = [
    ...problems.map(({ message }) => line(message)),
    ...rows.flatMap((row) => row.problems.map(({ message }) => `Row ${row.row}: ${line(message)}`)),
  ];
  return [
    `${counts.rows} rows make ${counts.posts} posts: ${counts.scheduled} scheduled, ${counts.slots} in free slots, ` +
      `${counts.drafts} drafts. ${counts.problems} rows have a problem.`,
    ...wrong.slice(0, PROBLEMS_SHOWN),
    ...(wrong.length > PROBLEMS_SHOWN ? [`and ${wrong.length - PROBLEMS_SHOWN} more`] : []),
  ].join('\n');
}

/** Whoever cannot be asked has to say so before. */
async function isWanted(out: Terminal, { yes }: ImportOptions): Promise<boolean> {
  if (yes === true) return true;
  if (!process.stdin.isTTY || out.isJson) {
    out.note('This was a preview. To make these posts, run it with --yes.');
    return false;
  }
  const asked = readline.createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asked.question('Make these posts? [y/N] ');
  asked.close();
  return /^y(es)?$/i.test(answer.trim());
}

function oneOf<T extends string>(known: readonly T[], given: string): T {
  const found = known.find((one) => one === given);
  if (found === undefined) throw new CommandError(`Choose one of: ${known.join(', ')}.`, EXIT.usage);
  return found;
}
