import { createDataExport } from '@pagecast/api/contract';
import type { ReactNode } from 'react';
import { Button, reasonOf, useApiMutation, useNotify } from '../../../kit/index.ts';
import { DownloadLink } from './download-link.tsx';
import { isUnderWay, shownOf, useExports } from './your-exports.ts';

/** For somebody about to delete their account: their data, before it is gone. */
export function ExportFirst() {
  const { data } = useExports();
  const notify = useNotify();
  const ask = useApiMutation(createDataExport, {
    onError: (error) =>
      notify({ tone: 'destructive', title: 'Export Failed', description: reasonOf(error, 'Please try again.') }),
  });
  // Nothing of this keeps anybody from deleting their account.
  if (data === undefined) return null;
  const shown = shownOf(data.exports);
  const [newest, ready] = [shown[0], shown.find(({ state }) => state === 'ready')];
  if (newest && isUnderWay(newest))
    return (
      <Offer
        words={
          `Your export is being prepared (${newest.percent}%). It's deleted with your account, ` +
          'so wait until you can download it here.'
        }
      />
    );
  if (ready)
    return (
      <Offer words="Your export is ready. It's deleted with your account, so download it first.">
        <DownloadLink export={ready} />
      </Offer>
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
