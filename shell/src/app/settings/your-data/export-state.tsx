import { deleteDataExport, type DataExport } from '@pagecast/api/contract';
import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import {
  Button,
  ConfirmDialog,
  formatBytes,
  ProgressBar,
  reasonOf,
  Time,
  useApiMutation,
  useNotify,
} from '../../../kit/index.ts';
import { DownloadLink } from './download-link.tsx';

/** What has become of an export, and what can be done with it. */
export function ExportState({ export: one }: { export: DataExport }) {
  switch (one.state) {
    case 'waiting':
    case 'making':
      return <UnderWay export={one} />;
    case 'ready':
      return <Ready export={one} />;
    case 'failed':
      return (
        <Line icon={<CircleAlert className="text-bad" />} title="We couldn't make your export">
          Something went wrong on our side. Your data is safe. Export again, and contact support if it fails again.
        </Line>
      );
    case 'expired':
      return (
        <Line icon={<Clock className="text-ink-soft" />} title="Your last export has expired">
          It could be downloaded until <Time instant={one.expiresAt ?? one.askedAt} />. Export again to get a new one.
        </Line>
      );
  }
}

function UnderWay({ export: one }: { export: DataExport }) {
  const notify = useNotify();
  const cancel = useApiMutation(deleteDataExport, {
    onError: (error) =>
      notify({ tone: 'destructive', title: 'Cancel Failed', description: reasonOf(error, 'Please try again.') }),
  });
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
      <div className="min-w-0 grow basis-72">
        <p className="flex justify-between gap-4 font-medium">
          <span role="status">Preparing your export...</span>
          <span className="tabular-nums">{one.percent}%</span>
        </p>
        <ProgressBar label="Preparing your export" value={one.percent} max={100} className="mt-2 w-full" />
        <p className="mt-2 text-ink-soft">You can leave this page. We'll tell you when it's ready.</p>
      </div>
      <Button
        busy={cancel.isPending}
        busyLabel="Cancelling..."
        onClick={() => cancel.mutate({ params: { id: one.id } })}
      >
        Cancel
      </Button>
    </div>
  );
}

function Ready({ export: one }: { export: DataExport }) {
  const notify = useNotify();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useApiMutation(deleteDataExport, {
    onSuccess: () => {
      setIsAsking(false);
      notify({ tone: 'default', title: 'Export Deleted' });
    },
    onError: (error) => {
      setIsAsking(false);
      notify({ tone: 'destructive', title: 'Delete Failed', description: reasonOf(error, 'Please try again.') });
    },
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <Line icon={<CircleCheck className="text-ok" />} title="Ready to download">
        {formatBytes(one.bytes ?? 0)}
        {one.files !== null && one.files > 0 && ` · ${counted(one.files)}`} · until{' '}
        <Time instant={one.expiresAt ?? one.askedAt} />
        {one.filesMissing !== null && one.filesMissing > 0 && (
          <span className="block">{counted(one.filesMissing)} couldn't be read. about.json in the zip names them.</span>
        )}
      </Line>
      <div className="flex flex-wrap gap-2">
        <DownloadLink export={one} />
        <Button onClick={() => setIsAsking(true)}>Delete</Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => remove.mutate({ params: { id: one.id } })}
        destructive
        title="Delete this export?"
        message="Only this zip is deleted. Your data stays, and you can export it again."
        confirmLabel="Delete export"
        busy={remove.isPending}
        busyLabel="Deleting..."
      />
    </div>
  );
}

function Line({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 gap-3">
      <span aria-hidden className="mt-0.5 [&_svg]:size-4">
        {icon}
      </span>
      <div className="min-w-0">
        <p role="status" className="font-medium">
          {title}
        </p>
        <p className="max-w-[72ch] text-ink-soft">{children}</p>
      </div>
    </div>
  );
}

function counted(files: number): string {
  return files === 1 ? '1 file' : `${files.toLocaleString('en')} files`;
}
