import { Field, Link, NativeSelect, Problem, ReconnectButton, Skeleton } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { FIELD_IDS } from './field-ids.ts';
import { connectedPages, pages } from './queries.ts';

/** Which page the post is for: only connected ones can be chosen, and without any page there is nothing to choose. */
export function PageField({ value, onValueChange }: { value: string; onValueChange: (pageId: string) => void }) {
  const { data, error, isPending, refetch } = useQuery(pages());

  if (isPending) return <Skeleton className="h-15" />;
  if (error) return <Problem title="Your pages could not be loaded" error={error} onRetry={() => { void refetch(); }} />;
  if (data.length === 0) return <Hint>No Facebook page is connected yet. Pages are added automatically at login.</Hint>;
  const choices = connectedPages(data);
  const lost = data.filter((page) => !page.isConnected && page.problem?.action === 'reconnect').map(({ name }) => name);
  if (choices.length === 0) return lost.length > 0 ? <LostPages names={lost} /> : <Hint>None of your pages is connected at the moment.</Hint>;

  return (
    <>
      <Field label="Facebook page">
        <NativeSelect id={FIELD_IDS.pageId} value={choices.some((page) => String(page.id) === value) ? value : ''} onChange={(event) => onValueChange(event.currentTarget.value)}>
          <option value="" disabled>Select a page</option>
          {choices.map((page) => <option key={page.id} value={page.id}>{page.name}</option>)}
        </NativeSelect>
      </Field>
      {lost.length > 0 && <LostPages names={lost} />}
    </>
  );
}

const NAMED = 3;

/** Why a page is missing from the list, and the way to bring it back. */
function LostPages({ names }: { names: readonly string[] }) {
  const more = names.length - NAMED;
  const listed = new Intl.ListFormat('en').format([...names.slice(0, NAMED), ...(more > 0 ? [`${more} more`] : [])]);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-warn-soft px-3 py-2 text-warn">
      <p>{listed} cannot be chosen until you reconnect {names.length === 1 ? 'it' : 'them'}.</p>
      <ReconnectButton variant="secondary" />
    </div>
  );
}

function Hint({ children }: { children: string }) {
  return (
    <p className="rounded-control bg-warn-soft px-3 py-2 text-warn">
      {children} <Link to="/settings" className="font-medium underline">Open Settings</Link>
    </p>
  );
}
