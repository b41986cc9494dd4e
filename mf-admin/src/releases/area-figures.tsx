import type { RemoteState } from '@pagecast/api/contract';
import type { VersionFigures } from './figure-words.ts';
import { VersionComparison } from './version-comparison.tsx';
import { VersionErrors } from './version-errors.tsx';
import type { Release } from './version-row.tsx';

/** What people met in an area: the version that they get beside the one before, and its errors. */
export function AreaFigures({
  of: { name, label },
  current,
  before,
  figures,
}: {
  of: RemoteState;
  current: Release;
  before: Release | undefined;
  figures: readonly VersionFigures[];
}) {
  const figuresOf = (version: string) => figures.find((one) => one.version === version);
  return (
    <>
      <VersionComparison label={label} current={current} before={before} figuresOf={figuresOf} />
      {(figuresOf(current.version)?.errors ?? 0) > 0 && (
        <VersionErrors name={name} label={label} version={current.version} />
      )}
    </>
  );
}
