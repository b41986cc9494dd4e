import type { ReleaseShare, RemoteState } from '@pagecast/api/contract';
import { Disclosure } from '@pagecast/shell/kit';
import { VersionRow, type Release } from './version-row.tsx';
import type { Opened } from './version-window.tsx';

/** Every version that can be made current. */
export function VersionList({
  of: { name, label, releases },
  shares,
  onOpen,
  onChoose,
}: {
  of: RemoteState;
  shares: readonly ReleaseShare[];
  onOpen: (opened: Opened) => void;
  onChoose: (release: Release) => void;
}) {
  const growing = shares.find(({ state }) => state === 'growing');
  /** People get one new version of an area at a time. */
  const isFree = ({ version }: Release) => growing === undefined || growing.version === version;
  return (
    <Disclosure
      className="text-xs"
      label={
        <>
          {releases.length === 1 ? '1 version' : `${releases.length} versions`}
          <span className="sr-only"> of {label}</span>
        </>
      }
    >
      <ul className="flex flex-col gap-1 sm:ml-4.5">
        {releases.map((release) => (
          <VersionRow
            key={release.version}
            name={name}
            label={label}
            release={release}
            share={shares.find(({ version }) => version === release.version)}
            onShare={isFree(release) ? () => onOpen({ what: 'share', version: release.version }) : undefined}
            onPreview={() => onOpen({ what: 'preview', version: release.version })}
            onChoose={() => onChoose(release)}
          />
        ))}
      </ul>
    </Disclosure>
  );
}
