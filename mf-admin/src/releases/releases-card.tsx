import { listReleases, listReleaseShares, listVersionFigures } from '@pagecast/api/contract';
import { apiQuery, Loaded, Skeleton } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { AdminSection, type Section } from '../parts/admin-section.tsx';
import { ReleaseTokens } from '../release-tokens/release-tokens.tsx';
import { RemoteRow } from './remote-row.tsx';

/** How often the figures of a share that grows are asked for. */
const SHARES_POLL_MS = 15_000;

export const releasesSection: Section = { id: 'releases', title: 'Releases', Card: ReleasesCard };

/** Which version of each area people get, how it arrives, and the way back. */
export function ReleasesCard() {
  const query = useQuery(apiQuery(listReleases));
  const figures = useQuery(apiQuery(listVersionFigures));
  const shares = useQuery({
    ...apiQuery(listReleaseShares),
    // People come all the time: that is no news for everybody's open page.
    refetchInterval: ({ state }) => (state.data?.some((share) => share.state === 'growing') ? SHARES_POLL_MS : false),
  });
  return (
    <AdminSection
      of={releasesSection}
      description={
        'Each area is released separately, and so is the shell: everything around the areas, ' +
        'such as login and sidebar. Open tabs keep their version and offer the new one of an area. ' +
        'Loads and failures are from the last 24 hours.'
      }
    >
      <Loaded query={query} skeleton={<Skeleton rows={6} rowClassName="h-20" />}>
        {(remotes) => (
          <>
            <ul className="divide-y divide-line">
              {remotes.map((remote) => (
                <RemoteRow
                  key={remote.name}
                  remote={remote}
                  figures={figures.data?.filter(({ name }) => name === remote.name)}
                  shares={(shares.data ?? []).filter(({ name }) => name === remote.name)}
                />
              ))}
            </ul>
            {remotes.some(({ releases }) => releases.some(({ trust }) => trust === 'unchecked')) && (
              <p className="mt-3 text-xs text-ink-soft">
                Signatures aren&apos;t checked, because RELEASE_KEYS isn&apos;t set on the server.
              </p>
            )}
          </>
        )}
      </Loaded>
      <ReleaseTokens areas={(query.data ?? []).map(({ name }) => name)} />
    </AdminSection>
  );
}
