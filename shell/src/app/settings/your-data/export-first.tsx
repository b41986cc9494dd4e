import { createDataExport } from '@pagecast/api/contract';
import type { ReactNode } from 'react';
import { Button, reasonOf, useApiMutation, useNotify } from '../../../kit/index.ts';
import { DownloadLink } from './download-link.tsx';
import { isUnderWay, useExports } from './your-exports.ts';

/** For somebody about to delete their account: their data, before it is gone. */
export function ExportFirst() {
  const { data } = useExports();
  const notify = useNotify();
  const ask = useApiMutation(createDataExport, {
    onError: (error) =>
      notify({ tone: 'destructive', title: 'Export Failed', description: reasonOf(error, 'Please try again.') }),
  });
  const newest = data?.exports[0];
  // Nothing of this keeps anybody from deleting their account.
  if (data === undefined) return null;
  if (newest?.state === 'ready')
    return (
      <Offer words="Your export is ready. It's deleted with your account, so download it first.">
        <DownloadLink export={newest} />
      </Offer>
    );
  if (newest && isUnderWay(newest))
    return (
      <Offer
        words={
          `Your export is being prepared (${newest.percent}%). It's deleted with your account, ` +
          'so wait until you can download it here.'
        }
      />
    );
  return (
    <Offer words="Do you want a copy of your data first?">
      <Button busy={ask.isPending} busyLabel="Starting..." onClick={() => ask.mutate()}>
        Export my data first
      </Button>
    </Offer>
  );
}

function Offer({ words, children }: { words: string; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-sunken p-3">
      <p role="status" className="min-w-0 grow basis-48">
        {words}
      </p>
      {children}
    </div>
  );
}
