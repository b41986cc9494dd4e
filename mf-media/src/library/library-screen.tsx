import { LIBRARY_MAX_BYTES, listLibrary, listPages, type LibraryFile } from '@pagecast/api/contract';
import {
  apiQuery,
  ButtonLink,
  formatBytes,
  LIBRARY_GRID,
  LibraryEmpty,
  LibraryGridSkeleton,
  LibraryTile,
  Link,
  Loaded,
  PageFilter,
  Pager,
  ScreenHeading,
  SearchField,
  SegmentedControl,
  useSearch,
  type Search,
} from '@pagecast/shell/kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { AddFiles } from './add-files.tsx';
import { FileDialog } from './file-dialog.tsx';
import { readAddress, type Shown } from './read-address.ts';

const KINDS = [
  { value: 'all', label: 'All' },
  { value: 'image', label: 'Images' },
  { value: 'video', label: 'Videos' },
] as const;

/** Every image and video of a person, each once. What is looked for and looked at stands in the address. */
export function LibraryScreen() {
  const [search, setSearch] = useSearch();
  const { fileId, query } = readAddress(search);
  const found = useQuery({ ...apiQuery(listLibrary, { query }), placeholderData: keepPreviousData });

  return (
    <>
      <ScreenHeading
        title="Media Library"
        subtitle="Every image and video you've uploaded or posted."
        action={
          <>
            <ButtonLink to="/media-center">New media post</ButtonLink>
            <AddFiles />
          </>
        }
      />
      <Filters query={query} onChange={(part) => setSearch({ page: null, ...part })} />
      <Loaded
        query={found}
        skeleton={<LibraryGridSkeleton count={18} />}
        problemTitle="We couldn't load your library"
        empty={({ files }) => (files.length === 0 ? <Empty isFiltered={isFiltered(query)} /> : null)}
      >
        {({ files, pagination, holds }) => (
          <>
            <p role="status" className="mb-3 text-ink-soft">
              {describeTotal(pagination.total, isFiltered(query))}
              {holds !== undefined && ` · ${formatBytes(holds.bytes)} of ${formatBytes(LIBRARY_MAX_BYTES)} used`}
            </p>
            <ul aria-label="Files" className={LIBRARY_GRID}>
              {files.map((file) => (
                <FileLink key={file.id} file={file} search={search} />
              ))}
            </ul>
            <Pager current={pagination.page} pages={pagination.pages} onPage={(page) => setSearch({ page })} />
          </>
        )}
      </Loaded>
      {fileId !== null && <FileDialog id={fileId} onOpen={(file) => setSearch({ file })} />}
    </>
  );
}

function Filters({ query, onChange }: { query: Shown; onChange: (part: Record<string, string | null>) => void }) {
  const pages = useQuery(apiQuery(listPages)).data ?? [];
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <SearchField
        label="Search by name, alt text, post or page"
        value={query.text ?? ''}
        onSearch={(text) => onChange({ text: text === '' ? null : text })}
        className="w-full sm:w-80"
      />
      <SegmentedControl
        label="Kind"
        value={query.kind ?? 'all'}
        onValueChange={(kind) => onChange({ kind: kind === 'all' ? null : kind })}
        options={KINDS}
      />
      {/* Also without pages, and before they come: what stands below never moves. */}
      <div className="w-full sm:w-56">
        <PageFilter
          aria-label="Page"
          pages={pages}
          value={query.facebookPageId === undefined ? '' : String(query.facebookPageId)}
          onValueChange={(pageId) => onChange({ on: pageId === '' ? null : pageId })}
          className="w-full"
        />
      </div>
    </div>
  );
}

function FileLink({ file, search }: { file: LibraryFile; search: Search }) {
  const address = new URLSearchParams({ ...search, file: String(file.id) });
  return (
    <li className="min-w-0">
      <Link to={`/media-library?${address.toString()}`} className="block rounded-card">
        <LibraryTile file={file} mark={null} />
        <span className="block truncate text-xs text-ink-soft">{describeUse(file)}</span>
      </Link>
    </li>
  );
}

function Empty({ isFiltered: isNarrowed }: { isFiltered: boolean }) {
  return (
    <LibraryEmpty>
      {isNarrowed
        ? 'No files match your search.'
        : "No images or videos yet. Upload some here, or post one: it's kept in your library."}
    </LibraryEmpty>
  );
}

function isFiltered({ text, kind, facebookPageId }: Shown): boolean {
  return text !== undefined || kind !== undefined || facebookPageId !== undefined;
}

function describeTotal(total: number, isNarrowed: boolean): string {
  const count = `${total.toLocaleString('en')} ${total === 1 ? 'file' : 'files'}`;
  if (!isNarrowed) return count;
  return total === 1 ? `${count} matches` : `${count} match`;
}

function describeUse({ waitingPosts, publishedPosts }: LibraryFile): string {
  const posts = waitingPosts + publishedPosts;
  if (posts === 0) return 'Not used yet';
  return posts === 1 ? 'In 1 post' : `In ${posts} posts`;
}
