import type { Passports } from './passports.ts';
import type { CurrentRelease } from './release-row.ts';
import type { Preview } from './previews.ts';
import type { ShownVersions } from './shown-versions.ts';
import type { Claimed, ReleaseTrust } from './trust.ts';

interface Deps {
  readonly trust: ReleaseTrust;
  readonly passports: Passports;
  readonly shown: ShownVersions;
}

/** What browsers are given to check versions by. Versions that nobody made current have it in a preview alone. */
export function pageTrust({ trust: { keys, isChecked, papersOf }, passports, shown }: Deps) {
  const mayRun = async (of: Pick<Claimed, 'name' | 'version'>, previews: readonly Preview[]) =>
    previews.some(({ name, version }) => name === of.name && version === of.version) || (await shown.has(of));

  return {
    /**
     * Gives each release the passport that browsers check.
     * @param previews those among them that this browser was led to
     */
    async withPassports<Release extends CurrentRelease>(
      releases: readonly Release[],
      previews: readonly Preview[],
    ): Promise<Release[]> {
      if (!isChecked) return [...releases];
      const passportOf = async (of: { name: string; version: string }) =>
        (await mayRun(of, previews)) ? ((await passports.read(of))?.passport ?? null) : null;
      return Promise.all(
        releases.map(async (release) => {
          const { name, previous } = release;
          const [own, before] = [
            await passportOf(release),
            previous === null ? null : await passportOf({ name, version: previous.version }),
          ];
          return {
            ...release,
            ...(own !== null && { passport: own }),
            previous: previous === null || before === null ? previous : { ...previous, passport: before },
          };
        }),
      );
    },

    /** What a page takes for granted: the keys, and the builds that came with the product. */
    async anchors(
      releases: readonly CurrentRelease[],
      previews: readonly Preview[],
    ): Promise<{ keys: string; builtIns: string } | null> {
      if (!isChecked) return null;
      const claimed = releases.flatMap(({ name, version, integrity, previous }) => [
        { name, version, integrity },
        ...(previous === null ? [] : [{ name, version: previous.version, integrity: previous.integrity }]),
      ]);
      const papers = await Promise.all(claimed.map(async (of) => ((await mayRun(of, previews)) ? papersOf(of) : null)));
      return {
        keys: keys.map(({ name, key }) => `${name}:${key}`).join(' '),
        builtIns: claimed
          .filter((_, n) => papers[n]?.isBuiltIn === true)
          .map(({ name, integrity }) => `${name} ${integrity.manifest} ${integrity.entry}`)
          .join(','),
      };
    },
  };
}
export type PageTrust = ReturnType<typeof pageTrust>;
