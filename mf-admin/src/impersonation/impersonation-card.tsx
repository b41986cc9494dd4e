import { startImpersonation } from '@pagecast/api/contract';
import { Button, callApi, Field, reasonOf, resetClient, TextInput, useNotify } from '@pagecast/shell/kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { UserRoundCog } from 'lucide-react';
import type { FormEvent } from 'react';
import { AdminSection } from '../parts/admin-section.tsx';

/** Steps into somebody's place. The way back is in the banner that stands on every screen until then. */
export function ImpersonationCard() {
  const notify = useNotify();
  const client = useQueryClient();
  // Nothing is refreshed in between: the load of the first screen shows everything through the other person's eyes.
  const mock = useMutation({
    mutationFn: (facebookId: string) => callApi(startImpersonation, { body: { facebookId } }),
    onSuccess: () => {
      notify({ tone: 'default', title: 'Mock User Set', description: 'The page reloads in that person’s place.' });
      return resetClient(client, '/');
    },
    onError: (error) =>
      notify({
        tone: 'destructive',
        title: 'Failed to Set Mock User',
        description: reasonOf(error, 'An error occurred'),
      }),
  });

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const facebookId = String(new FormData(event.currentTarget).get('facebookId')).trim();
    if (facebookId === '')
      return notify({
        tone: 'destructive',
        title: 'Validation Error',
        description: 'Please enter a Facebook ID to mock.',
      });
    mock.mutate(facebookId);
  };

  return (
    <AdminSection
      id="mock-user"
      title="Mock User"
      description="See Pagecast as another person does, for 60 minutes at most. What you do there is done in their name and recorded under both."
    >
      <form noValidate aria-label="Mock user" onSubmit={handleSubmit} className="flex flex-wrap items-end gap-3">
        <Field label="Facebook ID" className="w-full sm:w-72">
          <TextInput name="facebookId" inputMode="numeric" autoComplete="off" className="font-mono" />
        </Field>
        <Button type="submit" icon={<UserRoundCog aria-hidden />} busy={mock.isPending} busyLabel="Setting...">
          Set Mock User
        </Button>
      </form>
    </AdminSection>
  );
}
