import { ACCOUNT_DELETION_LOGOUT_MS, deleteAllData } from '@pagecast/api/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, callApi, Card, ConfirmDialog, reasonOf, useNotify } from '../../kit/index.ts';
import { deletionCode } from '../session/deletion-code.ts';
import { holdSession, releaseSession } from '../session/session-query.ts';
import { useLogout } from '../session/use-logout.ts';
import { ExportFirst } from './your-data/export-first.tsx';

const REMOVED = [
  'Posts and content',
  'Connected pages',
  'Automation settings and jobs',
  'User profile and account data',
];

export function AccountCard() {
  const notify = useNotify();
  const client = useQueryClient();
  const logout = useLogout(notify);
  const [isAsking, setIsAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => callApi(deleteAllData),
    // With the account the session goes at once, and the news of it may come before the answer.
    onMutate: () => holdSession(client),
    onSuccess: ({ confirmationCode }) => {
      setIsAsking(false);
      if (confirmationCode !== undefined) deletionCode.keep(confirmationCode);
      notify({
        tone: 'default',
        title: 'Account Deleted',
        description: 'All your data has been permanently deleted. You will be logged out.',
      });
      setTimeout(() => {
        releaseSession(client);
        logout.mutate();
      }, ACCOUNT_DELETION_LOGOUT_MS);
    },
    onError: (error) => {
      releaseSession(client);
      setIsAsking(false);
      notify({
        tone: 'destructive',
        title: 'Deletion Failed',
        description: reasonOf(error, 'Failed to delete data. Please try again.'),
      });
    },
  });
  return (
    <Card title="Account Management">
      <p className="max-w-[72ch] text-ink-soft">
        Deleting your account removes everything Pagecast keeps about you. This can't be undone.
      </p>
      <Button variant="destructive" className="mt-4" disabled={remove.isSuccess} onClick={() => setIsAsking(true)}>
        Delete Account
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => remove.mutate()}
        destructive
        title="Delete Account"
        message="This permanently removes:"
        confirmLabel="Delete Account"
        busy={remove.isPending}
        busyLabel="Deleting Account..."
      >
        <WhatGoes />
        {!remove.isPending && <ExportFirst />}
      </ConfirmDialog>
    </Card>
  );
}

function WhatGoes() {
  return (
    <>
      <ul className="list-disc space-y-1 pl-5">
        {REMOVED.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p className="text-ink-soft">This can't be undone.</p>
    </>
  );
}
