import { logoutEverywhere } from '@pagecast/api/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, callApi, Card, ConfirmDialog, forgetLocalCopies, reasonOf, useNotify } from '../../kit/index.ts';
import { logOutOfFacebook } from '../facebook/log-out.ts';
import { forgetThisBrowser } from '../push/forget-this-browser.ts';
import { endSession } from '../session/query-client.ts';

/** Ends what may be open on a device that is lost or not one's own. */
export function SessionsCard() {
  const notify = useNotify();
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const signOut = useMutation({
    mutationFn: async () => {
      await forgetThisBrowser();
      return callApi(logoutEverywhere);
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
        If you lose a device or forgot to log out somewhere, log out everywhere at once. Scheduled posts still go out.
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
      />
    </Card>
  );
}
