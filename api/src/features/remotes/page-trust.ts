import type { Passports } from './passports.ts';
import type { CurrentRelease } from './release-row.ts';
import type { ReleaseTrust } from './trust.ts';

/** What browsers are given to check versions by. */
export function pageTrust({ keys, isChecked, papersOf }: ReleaseTrust, passports: Passports) {
  return {
    /** Gives each release the passport that browsers check. */
    async withPassports<Release extends CurrentRelease>(releases: readonly Release[]): Promise<Release[]> {
      if (!isChecked) return [...releases];
      const passportOf = async (of: { name: string; version: string }) => (await passports.read(of))?.passport ?? null;
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
    async anchors(releases: readonly CurrentRelease[]): Promise<{ keys: string; builtIns: string } | null> {
      if (!isChecked) return null;
      const claimed = releases.flatMap(({ name, version, integrity, previous }) => [
        { name, version, integrity },
        ...(previous === null ? [] : [{ name, version: previous.version, integrity: previous.integrity }]),
      ]);
      const papers = await Promise.all(claimed.map(papersOf));
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
