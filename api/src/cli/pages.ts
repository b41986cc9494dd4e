import { listPages, type FacebookPage } from '../contract/index.ts';
import type { Client } from './client.ts';
import { CommandError, EXIT } from './exit-codes.ts';
import { line } from './terminal.ts';

/** The page that somebody means by its number or its name; without any, the only one. @throws CommandError */
export async function pageOf(client: Client, wanted: string | undefined): Promise<FacebookPage> {
  const pages = await client.call(listPages);
  const name = wanted?.toLowerCase();
  const found = pages.filter(
    (page) =>
      name === undefined || String(page.id) === name || page.pageId === name || page.name.toLowerCase() === name,
  );
  const [page] = found;
  if (page !== undefined && found.length === 1) return page;
  const names = pages.map(({ id, name: called }) => `${id} ${line(called)}`).join(', ');
  throw new CommandError(
    wanted === undefined
      ? `Say which page, with --page: ${names || 'none is connected'}.`
      : `${found.length === 0 ? 'No page is' : 'Several pages are'} called ${line(wanted)}. Choose from: ${names}.`,
    wanted === undefined ? EXIT.usage : EXIT.notFound,
  );
}
