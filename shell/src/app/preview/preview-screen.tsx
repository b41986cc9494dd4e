import { openPreview, type RemoteRelease } from '@pagecast/api/contract';
import { ScanEye } from 'lucide-react';
import { Button, ButtonLink, reasonOf, useApiMutation, useLocation } from '../../kit/index.ts';
import { useTitle } from '../browser/use-title.ts';
import { labelOf } from './label-of.ts';

/** Names the version of a preview link before any of its code is loaded. */
export function PreviewScreen({
  registry,
  open = (address: string) => location.assign(address),
}: {
  registry: readonly RemoteRelease[];
  open?: (address: string) => void;
}) {
  useTitle('Preview');
  const search = new URLSearchParams(useLocation().search);
  const [name, version, key] = [search.get('of') ?? '', search.get('version') ?? '', search.get('key') ?? ''];
  const opening = useApiMutation(openPreview, { onSuccess: ({ to }) => open(to) });
  return (
    <section
      className={
        'mx-auto mt-[8dvh] flex max-w-lg flex-col gap-4 rounded-card border border-line bg-surface p-6 ' + 'sm:p-8'
      }
    >
      <ScanEye aria-hidden className="size-8 stroke-1 text-ink-soft" />
      <h1 tabIndex={-1} className="text-xl font-semibold">
        Look at {labelOf(name, registry)} before it's released?
      </h1>
      <p className="font-mono text-xs wrap-anywhere">{version}</p>
      <p className="text-ink-soft">
        You'll see this version in this browser until you press Stop or the link expires. Everyone else keeps the
        released one. It works on your real pages: what you publish goes out. Open it only if you trust whoever sent you
        the link.
      </p>
      {opening.error !== null && (
        <p role="alert" className="font-medium text-bad">
          {reasonOf(opening.error, 'Please try again.')}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="primary"
          busy={opening.isPending || opening.isSuccess}
          onClick={() => opening.mutate({ body: { name, version, key } })}
        >
          Open Preview
        </Button>
        <ButtonLink to="/">Back to the dashboard</ButtonLink>
      </div>
    </section>
  );
}
