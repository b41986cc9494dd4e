import { Field, Link, NativeSelect, Problem, Skeleton } from '@pagecast/shell/kit';
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
  if (choices.length === 0) return <Hint>None of your pages is connected at the moment.</Hint>;

  return (
    <Field label="Facebook page">
      <NativeSelect id={FIELD_IDS.pageId} value={choices.some((page) => String(page.id) === value) ? value : ''} onChange={(event) => onValueChange(event.currentTarget.value)}>
        <option value="" disabled>Select a page</option>
        {choices.map((page) => <option key={page.id} value={page.id}>{page.name}</option>)}
      </NativeSelect>
    </Field>
  );
}

function Hint({ children }: { children: string }) {
  return (
    <p className="rounded-control bg-warn-soft px-3 py-2 text-warn">
      {children} <Link to="/settings" className="font-medium underline">Open Settings</Link>
    </p>
  );
}
