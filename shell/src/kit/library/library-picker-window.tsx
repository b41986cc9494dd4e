import { listLibrary, type LibraryFile } from '@pagecast/api/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallInput } from '../runtime/api-client.ts';
import { apiQuery } from '../runtime/api-query.ts';
import { Button } from '../ui/button.tsx';
import { CancelButton } from '../ui/cancel-button.tsx';
import { cn } from '../ui/cn.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Pager } from '../ui/pager.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { LibraryEmpty } from './library-empty.tsx';
import { LibraryGridSkeleton } from './library-grid-skeleton.tsx';
import { LIBRARY_GRID, LibraryTile } from './library-tile.tsx';

const PICKER_PAGE = 24;
const NOUNS = { image: ['image', 'images'], video: ['video', 'videos'] } as const;

/** @param most how many may be chosen; with one, the next choice takes the place of the last */
export function LibraryPickerWindow({
  kind,
  most,
  onClose,
  onPick,
}: {
  kind: 'image' | 'video';
  most: number;
  onClose: () => void;
  onPick: (files: readonly LibraryFile[]) => void;
}) {
  const [text, setText] = useState('');
  const [pageNumber, setPageNumber] = useState(1);
  const choice = useChoice(most);
  const { chosen, isFull } = choice;
  const [one, several] = NOUNS[kind];
  return (
    <Dialog
      open
      wide
      title="Media library"
      description={
        most === 1 ? `Choose a ${one}.` : `Choose up to ${most} ${several}, in the order they should appear.`
      }
      onClose={onClose}
      footer={
        <Footer
          count={chosen.length}
          isFull={isFull}
          nouns={NOUNS[kind]}
          onAdd={() => {
            onPick(chosen);
            onClose();
          }}
        />
      }
    >
      <SearchField
        label={`Search your ${several}`}
        value={text}
        onSearch={(next) => {
          setText(next);
          setPageNumber(1);
        }}
      />
      <Found
        query={{ kind, page: pageNumber, limit: PICKER_PAGE, ...(text !== '' && { text }) }}
        several={several}
        choice={choice}
        onPage={setPageNumber}
      />
    </Dialog>
  );
}

/** One page of what is looked for. */
function Found({
  query,
  several,
  choice: { chosen, isFull, toggle },
  onPage,
}: {
  query: NonNullable<CallInput<typeof listLibrary>['query']>;
  several: string;
  choice: ReturnType<typeof useChoice>;
  onPage: (pageNumber: number) => void;
}) {
  const found = useQuery({ ...apiQuery(listLibrary, { query }), placeholderData: keepPreviousData });
  return (
    <div className="min-h-80">
      <Loaded
        query={found}
        skeleton={<LibraryGridSkeleton count={12} />}
        problemTitle="We couldn't load your library"
        empty={({ files }) =>
          files.length === 0 ? <NoFiles several={several} isSearched={query.text !== undefined} /> : null
        }
      >
        {({ files, pagination }) => (
          <>
            <ul aria-label={`Your ${several}`} className={LIBRARY_GRID}>
              {files.map((file) => (
                <Choosable
                  key={file.id}
                  file={file}
                  place={chosen.findIndex(({ id }) => id === file.id)}
                  isFull={isFull}
                  onToggle={() => toggle(file)}
                />
              ))}
            </ul>
            <Pager label="Pages of your library" current={pagination.page} pages={pagination.pages} onPage={onPage} />
          </>
        )}
      </Loaded>
    </div>
  );
}

/** Files in the order in which they were chosen; chosen again, one is let go. */
function useChoice(most: number) {
  const [chosen, setChosen] = useState<readonly LibraryFile[]>([]);
  return {
    chosen,
    isFull: most > 1 && chosen.length >= most,
    toggle: (file: LibraryFile) =>
      setChosen((before) => {
        const others = before.filter(({ id }) => id !== file.id);
        if (others.length < before.length) return others;
        if (most === 1) return [file];
        return before.length < most ? [...before, file] : before;
      }),
  };
}

function Footer({
  count,
  isFull,
  nouns: [one, several],
  onAdd,
}: {
  count: number;
  isFull: boolean;
  nouns: readonly [string, string];
  onAdd: () => void;
}) {
  return (
    <>
      <p role="status" className="mr-auto self-center text-sm text-ink-soft">
        {isFull ? `${count} chosen. A post can't have more.` : `${count} chosen`}
      </p>
      <CancelButton />
      <Button variant="primary" disabled={count === 0} onClick={onAdd}>
        {count > 1 ? `Add ${count} ${several}` : `Add ${one}`}
      </Button>
    </>
  );
}

function NoFiles({ several, isSearched }: { several: string; isSearched: boolean }) {
  return (
    <LibraryEmpty>
      {isSearched ? `No ${several} match your search.` : `No ${several} yet. What you upload or post is kept here.`}
    </LibraryEmpty>
  );
}

/** @param place among the chosen ones, from 0; -1 for none of them */
function Choosable({
  file,
  place,
  isFull,
  onToggle,
}: {
  file: LibraryFile;
  place: number;
  isFull: boolean;
  onToggle: () => void;
}) {
  const isChosen = place >= 0;
  return (
    <li className="min-w-0">
      <button
        type="button"
        aria-pressed={isChosen}
        disabled={isFull && !isChosen}
        onClick={onToggle}
        className={cn(
          'block w-full rounded-card text-left disabled:opacity-50',
          isChosen && 'ring-2 ring-accent ring-offset-2 ring-offset-surface',
        )}
      >
        <LibraryTile file={file} mark={isChosen ? String(place + 1) : null} />
      </button>
    </li>
  );
}
