import { COMPOSITION_MAX_PAGES } from '../../contract/compositions.ts';
import type { PageId } from '../../contract/ids.ts';
import type { ConnectedPage } from '../pages/pages.repository.ts';

/** A page as a row names it. */
export type NamedPage =
  | { readonly id: PageId; readonly name: string }
  | { readonly id: null; readonly name: string; readonly message: string };

/** Finds pages of their owner by name or by Facebook's ID. */
export function pageNames(pages: readonly ConnectedPage[]) {
  const byName = new Map<string, ConnectedPage[]>();
  const add = (name: string, page: ConnectedPage) => byName.set(name, [...(byName.get(name) ?? []), page]);
  for (const page of pages) {
    add(bare(page.name), page);
    add(page.pageId, page);
  }

  function find(name: string): NamedPage {
    const [page, another] = byName.get(bare(name)) ?? [];
    if (page === undefined)
      return {
        id: null,
        name,
        message: `You have no page called “${shown(name)}”. Check its spelling, or connect it.`,
      };
    if (another !== undefined)
      return { id: null, name, message: `Two of your pages are called “${shown(name)}”. Write its page ID instead.` };
    return { id: page.id, name: page.name };
  }

  return {
    isPage: (cell: string) => pagesIn(cell).every((page) => page.id !== null) && cell.trim() !== '',
    pagesIn,
  };

  /** One, or several with a semicolon, a bar or a line between them; commas too, where no name has one. */
  function pagesIn(cell: string): NamedPage[] {
    if (cell.trim() === '') return [];
    if (byName.has(bare(cell))) return [find(cell)];
    const parts = cell
      .split(/[;|\n]/)
      .flatMap((part) => (byName.has(bare(part)) ? [part] : part.split(',')))
      .map((part) => part.trim())
      .filter((part) => part !== '');
    if (parts.length > COMPOSITION_MAX_PAGES)
      return [{ id: null, name: shown(cell), message: `A row can name at most ${COMPOSITION_MAX_PAGES} pages.` }];
    const found = parts.map(find);
    const ids = new Set<PageId>();
    return found.filter(({ id }) => {
      const isNew = id === null || !ids.has(id);
      if (id !== null) ids.add(id);
      return isNew;
    });
  }
}
export type PageNames = ReturnType<typeof pageNames>;

/** Letter case and the kind of spaces make no difference. */
function bare(name: string): string {
  return name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

const shown = (name: string) => (name.length > 60 ? `${name.slice(0, 60)}…` : name.trim());
