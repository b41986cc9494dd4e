import { listLibrary, type LibraryFile } from '@pagecast/api/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import { useState } from 'react';
import { apiQuery } from '../runtime/api-query.ts';
import { Button } from '../ui/button.tsx';
import { CancelButton } from '../ui/cancel-button.tsx';
import { cn } from '../ui/cn.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Pager } from '../ui/pager.tsx';
import { EmptyState } from '../ui/screen-parts.tsx';
import { SearchField } from '../ui/search-field.tsx';
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
  const [chosen, setChosen] = useState<readonly LibraryFile[]>([]);
  const [one, several] = NOUNS[kind];
  const found = useQuery({
    ...apiQuery(listLibrary, { query: { kind, page: pageNumber, limit: PICKER_PAGE, ...(text !== '' && { text }) } }),
    placeholderData: keepPreviousData,
  });

  function toggle(file: LibraryFile) {
    setChosen((before) => {
      const others = before.filter(({ id }) => id !== file.id);
      if (others.length < before.length) return others;
      if (most === 1) return [file];
      return before.length < most ? [...before, file] : before;
    });
  }

  const isFull = most > 1 && chosen.length >= most;
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
        <>
          <p role="status" className="mr-auto text-sm text-ink-soft">
            {isFull ? `${chosen.length} chosen. A post can't have more.` : `${chosen.length} chosen`}
          </p>
          <CancelButton />
          <Button
            variant="primary"
            disabled={chosen.length === 0}
            onClick={() => {
              onPick(chosen);
              onClose();
            }}
          >
            {chosen.length > 1 ? `Add ${chosen.length} ${several}` : `Add ${one}`}
          </Button>
        </>
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
      <div className="min-h-80">
        <Loaded
          query={found}
          skeleton={<LibraryGridSkeleton count={12} />}
          problemTitle="We couldn't load your library"
          empty={({ files }) =>
            files.length === 0 ? (
              <EmptyState icon={<Images aria-hidden />}>
                {text === ''
                  ? `No ${several} yet. What you upload or post is kept here.`
                  : `No ${several} match your search.`}
              </EmptyState>
            ) : null
          }
        >
          {({ files, pagination }) => (
            <>
              <ul aria-label={`Your ${several}`} className={LIBRARY_GRID}>
                {files.map((file) => {
                  const place = chosen.findIndex(({ id }) => id === file.id);
                  return (
                    <li key={file.id} className="min-w-0">
                      <button
                        type="button"
                        aria-pressed={place >= 0}
                        disabled={isFull && place < 0}
                        onClick={() => toggle(file)}
                        className={cn(
                          'block w-full rounded-card text-left disabled:opacity-50',
                          place >= 0 && 'ring-2 ring-accent ring-offset-2 ring-offset-surface',
                        )}
                      >
                        <LibraryTile file={file} mark={place >= 0 ? String(place + 1) : null} />
                      </button>
                    </li>
                  );
                })}
              </ul>
              <Pager
                label="Pages of your library"
                current={pagination.page}
                pages={pagination.pages}
                onPage={setPageNumber}
              />
            </>
          )}
        </Loaded>
      </div>
    </Dialog>
  );
}
