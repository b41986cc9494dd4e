import { PREVIEW_STOP_PATH, type ReleasePreview, type RemoteRelease } from '@pagecast/api/contract';
import { ScanEye } from 'lucide-react';
import { useLocation } from '../../kit/index.ts';
import { labelOf } from './label-of.ts';
import { StopBanner } from './stop-banner.tsx';

export function PreviewBanner({
  previews,
  registry,
}: {
  previews: readonly ReleasePreview[];
  registry: readonly RemoteRelease[];
}) {
  const { pathname } = useLocation();
  return (
    <StopBanner
      label="Preview"
      icon={<ScanEye aria-hidden />}
      stopAt={`${PREVIEW_STOP_PATH}?${new URLSearchParams({ at: pathname }).toString()}`}
      lines={previews.map(
        ({ name, version }) => `You're looking at ${labelOf(name, registry)} ${version}, which isn't released yet.`,
      )}
    />
  );
}
