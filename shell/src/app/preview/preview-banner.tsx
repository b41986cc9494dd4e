import { PREVIEW_STOP_PATH, type ReleasePreview, type RemoteRelease } from '@pagecast/api/contract';
import { ScanEye } from 'lucide-react';
import { useLocation } from '../../kit/index.ts';
import { labelOf } from './label-of.ts';

/** Loud, so that nobody takes what is not released for the product. */
export function PreviewBanner({
  previews,
  registry,
}: {
  previews: readonly ReleasePreview[];
  registry: readonly RemoteRelease[];
}) {
  const { pathname } = useLocation();
  return (
    <section
      aria-label="Preview"
      className="flex items-start gap-3 bg-warn px-4 py-2 font-medium text-warn-soft md:px-6"
    >
      <ScanEye aria-hidden className="mt-1.5 size-4 shrink-0" />
      <ul className="min-w-0 grow py-1 wrap-anywhere">
        {previews.map(({ name, version }) => (
          <li key={name}>
            You're looking at {labelOf(name, registry)} {version}, which isn't released yet.
          </li>
        ))}
      </ul>
      {/* A page of its own, so that nothing of the preview is left. */}
      <a
        href={`${PREVIEW_STOP_PATH}?${new URLSearchParams({ at: pathname }).toString()}`}
        className={
          'inline-flex min-h-7 shrink-0 items-center rounded-control border border-current px-2.5 ' +
          'pointer-coarse:min-h-11'
        }
      >
        Stop
      </a>
    </section>
  );
}
