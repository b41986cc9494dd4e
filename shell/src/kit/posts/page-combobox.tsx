import { listPages, type FacebookPage } from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { apiQuery } from '../runtime/api-query.ts';
import { useUser } from '../runtime/host.tsx';
import { Combobox, type ComboboxProps, type FoundOption } from '../ui/combobox.tsx';
import { pageMarks, type PageMark } from './page-marks.ts';
import { PagePicture } from './page-picture.tsx';
import { recentPages, rememberPage } from './recent-pages.ts';

export interface PageComboboxProps extends Pick<
  ComboboxProps,
  'id' | 'shape' | 'className' | 'aria-label' | 'aria-describedby' | 'aria-invalid'
> {
  readonly pages: readonly FacebookPage[];
  /** By row id as text; '' is none of them. */
  readonly value: string;
  readonly onValueChange: (pageId: string) => void;
  /** What '' is called. */
  readonly none: string;
  /** '' can be chosen again. */
  readonly isOptional?: boolean;
}

/** One of `pages`, found by its name, with its picture; those chosen last come first. */
export function PageCombobox({ pages, value, onValueChange, none, isOptional = false, ...rest }: PageComboboxProps) {
  const userId = useUser().id;
  const [recent, setRecent] = useState(() => recentPages(userId));
  const all = useQuery(apiQuery(listPages)).data ?? pages;
  const marks = useMemo(
    () => pageMarks([...new Map([...all, ...pages].map((page) => [page.id, page])).values()]),
    [all, pages],
  );
  const options = useMemo(
    () => [...(isOptional ? [{ value: '', label: none }] : []), ...optionsOf(pages, recent, marks)],
    [pages, recent, marks, none, isOptional],
  );
  const { detail: _detail, ...chosen } = options.find((option) => option.value === value) ?? {
    value,
    label: value === '' ? none : 'Unknown Page',
    detail: '',
  };
  return (
    <Combobox
      {...rest}
      chosen={chosen}
      options={options}
      searchLabel="Search pages"
      emptyText="No matching pages."
      onOpen={() => setRecent(recentPages(userId))}
      onValueChange={(next) => {
        if (next !== '') rememberPage(userId, next);
        onValueChange(next);
      }}
    />
  );
}

function optionsOf(
  pages: readonly FacebookPage[],
  recent: readonly string[],
  marks: ReadonlyMap<number, PageMark>,
): FoundOption[] {
  const rankOf = ({ id }: FacebookPage) => {
    const rank = recent.indexOf(String(id));
    return rank < 0 ? recent.length : rank;
  };
  return pages
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map((page) => ({
      value: String(page.id),
      label: page.name,
      words: `${page.category ?? ''} ${page.pageId}`,
      picture: <PagePicture id={page.id} mark={marks.get(page.id)} />,
      ...(rankOf(page) < recent.length && { detail: 'Recent' }),
    }));
}
