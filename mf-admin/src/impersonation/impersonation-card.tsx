import { startImpersonation } from '@pagecast/api/contract';
import {
  Button,
  callApi,
  Field,
  Late,
  lazyPart,
  reasonOf,
  resetClient,
  Skeleton,
  TextInput,
  useNotify,
} from '@pagecast/shell/kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { UserRoundCog } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { AdminSection, type Section } from '../parts/admin-section.tsx';

/** A list that is searched weighs as much as all cards, and few who come here impersonate anybody. */
const PersonPicker = lazyPart(async () => (await import('./person-picker.tsx')).PersonPicker);

export const impersonationSection: Section = { id: 'mock-user', title: 'Mock User', Card: ImpersonationCard };

/** Steps into somebody's place. The way back is in the banner that stands on every screen until then. */
export function ImpersonationCard() {
  const notify = useNotify();
  const mock = useMock();
  const [facebookId, setFacebookId] = useState('');

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (facebookId.trim() === '')
      return notify({
        tone: 'destructive',
        title: 'Validation Error',
        description: 'Please enter a Facebook ID to mock.',
      });
    mock.mutate(facebookId.trim());
  };

  return (
    <AdminSection
      of={impersonationSection}
      description={
        'See Pagecast as another person does, for up to 60 minutes. ' +
        'Whatever you do there happens in their name and is recorded under both names.'
      }
    >
      <form
        noValidate
        aria-label="Mock user"
        onSubmit={handleSubmit}
        className="grid items-end gap-3 sm:grid-cols-2 xl:grid-cols-[1fr_1fr_auto]"
      >
        <Late fallback={<PickerSkeleton />}>
          <PersonPicker facebookId={facebookId.trim()} onPick={setFacebookId} />
        </Late>
        <Field label="Facebook ID">
          <TextInput
            name="facebookId"
            inputMode="numeric"
            autoComplete="off"
            className="font-mono"
            value={facebookId}
            onChange={(event) => setFacebookId(event.currentTarget.value)}
          />
        </Field>
        <Button
          type="submit"
          icon={<UserRoundCog aria-hidden />}
          busy={mock.isPending}
          busyLabel="Setting..."
          className="justify-self-start"
        >
          Set Mock User
        </Button>
      </form>
    </AdminSection>
  );
}

function PickerSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-1.5">
      <p className="text-sm font-medium">Person</p>
      <Skeleton className="h-9 pointer-coarse:h-11" />
    </div>
  );
}

/** Nothing is refreshed in between: the load of the first screen shows everything through the other person's eyes. */
function useMock() {
  const notify = useNotify();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (facebookId: string) => callApi(startImpersonation, { body: { facebookId } }),
    onSuccess: () => {
      notify({ tone: 'default', title: 'Mock User Set', description: 'The page reloads as that person.' });
      return resetClient(client, '/');
    },
    onError: (error) =>
      notify({
        tone: 'destructive',
        title: 'Failed to Set Mock User',
        description: reasonOf(error, 'An error occurred'),
      }),
  });
}
