import type { ReleaseShare, RemoteState } from '@pagecast/api/contract';
import { LateWindow, lazyPart } from '@pagecast/shell/kit';
import { robotWarning } from './robot-note.tsx';

const ShareDialog = lazyPart(async () => (await import('./share-dialog.tsx')).ShareDialog);
const PreviewDialog = lazyPart(async () => (await import('./preview-dialog.tsx')).PreviewDialog);

/** What was asked for with a version that is not current. */
export interface Opened {
  readonly what: 'preview' | 'share';
  readonly version: string;
}

/** The window of one version. */
export function VersionWindow({
  of: { name, label, releases },
  opened: { what, version },
  currentVersion,
  share,
  onClose,
}: {
  of: RemoteState;
  opened: Opened;
  currentVersion: string | undefined;
  /** The one that grows. */
  share: ReleaseShare | undefined;
  onClose: () => void;
}) {
  const release = releases.find((one) => one.version === version);
  const warning = release === undefined ? null : robotWarning(release);
  const common = { name, label, version, onClose };
  return (
    <LateWindow onClose={onClose}>
      {what === 'preview' ? (
        <PreviewDialog {...common} />
      ) : (
        <ShareDialog {...common} currentVersion={currentVersion} share={share} warning={warning} />
      )}
    </LateWindow>
  );
}
