import {
  LINK_LIMIT_MAX,
  listLinkLimits,
  setLinkLimit,
  type FacebookPage,
  type LinkLimit,
} from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  apiQuery,
  Dialog,
  Field,
  FormDialog,
  monthName,
  Problem,
  reasonOf,
  Skeleton,
  Switch,
  TextInput,
  useApiMutation,
  useNotify,
} from '../../kit/index.ts';

type Props = { page: FacebookPage; onClose: () => void };

/** How many posts with links a page may publish in a month. */
export function LinkLimitDialog({ page, onClose }: Props) {
  const { data, error, refetch } = useQuery(apiQuery(listLinkLimits, { query: { facebookPageId: page.id } }));
  const [known] = data ?? [];
  if (known !== undefined) return <LimitForm page={page} known={known} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title="Link Limit" description={page.name}>
      {error === null ? (
        <Skeleton rows={3} />
      ) : (
        <Problem error={error} title="We couldn't load the link limit" onRetry={() => void refetch()} />
      )}
    </Dialog>
  );
}

function LimitForm({ page, known, onClose }: Props & { known: LinkLimit }) {
  const save = useSave(onClose);
  const [limit, setLimit] = useState(known.limit?.toString() ?? '');
  const [holds, setHolds] = useState(known.holds);
  const [problem, setProblem] = useState<string | null>(null);

  function handleSubmit() {
    const reading = readLimit(limit);
    if (reading === 'none') return setProblem(`Enter a whole number from 0 to ${LINK_LIMIT_MAX}, or nothing.`);
    save.mutate({ params: { id: page.id }, body: { limit: reading, holds } });
  }

  return (
    <FormDialog
      onClose={onClose}
      title="Link Limit"
      description={page.name}
      submitLabel="Save"
      busy={save.isPending}
      onSubmit={handleSubmit}
    >
      <p className="text-ink-soft">
        Facebook lets some pages publish only a few posts with links a month. Set a limit, and Pagecast warns you before
        a page passes it.
      </p>
      <Field label="Posts with links a month" hint="Leave this empty for no limit." error={problem}>
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          className="max-w-32"
          value={limit}
          onChange={(event) => {
            setLimit(event.currentTarget.value);
            setProblem(null);
          }}
        />
      </Field>
      <Switch
        label="Don't publish scheduled posts over the limit until I decide"
        checked={holds}
        onCheckedChange={setHolds}
      />
      <Months of={known} />
    </FormDialog>
  );
}

function useSave(onSaved: () => void) {
  const notify = useNotify();
  return useApiMutation(setLinkLimit, {
    onSuccess: () => {
      notify({ tone: 'default', title: 'Link Limit Saved' });
      onSaved();
    },
    onError: (error) =>
      notify({ tone: 'destructive', title: 'Update Failed', description: reasonOf(error, 'Please try again.') }),
  });
}

/** This month, and those to come that have posts with links. */
function Months({ of: { months } }: { of: LinkLimit }) {
  return (
    <ul className="text-sm text-ink-soft">
      {months.slice(0, 6).map(({ month, published, planned }) => (
        <li key={month}>
          {monthName(month)}: {published.toLocaleString('en')} published, {planned.toLocaleString('en')} scheduled
        </li>
      ))}
    </ul>
  );
}

/** null for no limit; 'none' for what is no such number. */
function readLimit(typed: string): number | null | 'none' {
  const digits = typed.trim();
  if (digits === '') return null;
  return /^\d{1,4}$/.test(digits) && Number(digits) <= LINK_LIMIT_MAX ? Number(digits) : 'none';
}
