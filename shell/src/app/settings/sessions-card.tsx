import { listTokens, logoutEverywhere } from '@pagecast/api/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import {
  apiQuery,
  Button,
  callApi,
  Card,
  Checkbox,
  ConfirmDialog,
  forgetLocalCopies,
  reasonOf,
  useNotify,
} from '../../kit/index.ts';
import { logOutOfFacebook } from '../facebook/log-out.ts';
import { forgetThisBrowser } from '../push/forget-this-browser.ts';
import { endSession } from '../session/query-client.ts';

/** Ends what may be open on a device that is lost or not one's own. */
export function SessionsCard() {
  const notify = useNotify();
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const [endsTokens, setEndsTokens] = useState(false);
  const signOut = useMutation({
    mutationFn: async () => {
      await forgetThisBrowser();
      return callApi(logoutEverywhere, { body: { personalTokens: endsTokens } });
    },
    onSuccess: () => {
      logOutOfFacebook();
      endSession(client);
      forgetLocalCopies();
    },
    onError: (error) => {
      setIsAsking(false);
      notify({ tone: 'destructive', title: 'Logout Failed', description: reasonOf(error, 'Please try again.') });
    },
  });
  return (
    <Card title="Sessions">
      <p className="max-w-[72ch] text-ink-soft">
        If you lost a device or forgot to log out somewhere, log out everywhere at once. Scheduled posts still go out.
      </p>
      <Button className="mt-4" onClick={() => setIsAsking(true)}>
        Log out everywhere
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => signOut.mutate()}
        title="Log out everywhere?"
        message="You'll be logged out on all devices, including this one."
        confirmLabel="Log out everywhere"
        busy={signOut.isPending}
        busyLabel="Logging out..."
      >
        <Programs endsTokens={endsTokens} onChange={setEndsTokens} />
      </ConfirmDialog>
    </Card>
  );
}

const MOST_NAMES = 3;
const MOST_OF_NAME = 40;

function shortened(name: string): string {
  const characters = Array.from(name);
  return characters.length > MOST_OF_NAME ? `${characters.slice(0, MOST_OF_NAME).join('')}…` : name;
}

/** As many as one reads in a sentence: there may be fifty, of a hundred characters each. */
function named(tokens: readonly { name: string }[]): string {
  const names = [...new Set(tokens.map(({ name }) => shortened(name)))];
  const more = names.length - MOST_NAMES;
  // Of one more the name is as short as the number.
  const shown = more > 1 ? [...names.slice(0, MOST_NAMES), `${more} more`] : names;
  return new Intl.ListFormat('en').format(shown);
}

/** What works in the person's name beside browsers: logins end with the others, and scripts only if they say so. */
function Programs({ endsTokens, onChange }: { endsTokens: boolean; onChange: (endsTokens: boolean) => void }) {
  const namesId = useId();
  const { data: tokens = [] } = useQuery(apiQuery(listTokens));
  const logins = tokens.filter(({ kind }) => kind !== 'personal');
  const personal = tokens.filter(({ kind, isExpired }) => kind === 'personal' && !isExpired);
  return (
    <div className="flex flex-col gap-3 wrap-anywhere">
      {logins.length > 0 && <p className="text-ink-soft">These are logged out too: {named(logins)}.</p>}
      {personal.length > 0 && (
        <div>
          <Checkbox
            label={personal.length === 1 ? 'Also revoke my API token' : `Also revoke my ${personal.length} API tokens`}
            aria-describedby={namesId}
            checked={endsTokens}
            onCheckedChange={onChange}
          />
          <p id={namesId} className="pl-6.5 text-ink-soft">
            {named(personal)}
          </p>
        </div>
      )}
    </div>
  );
}
