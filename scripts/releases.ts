/** `npm run releases`: every version of the areas and the shell that can be made current, the newest first. */
import { outsideHost } from '../api/src/features/remotes/built-release.ts';
import type { KnownRelease } from '../api/src/features/remotes/release-row.ts';
import { extentWords } from '../api/src/features/remotes/share-words.ts';
import { withRegistry } from './release/registry.ts';

await withRegistry(async (remotes) => {
  const { shares } = await remotes.shown();
  for (const [name, versions] of await remotes.known()) {
    console.log(name);
    const share = shares.find(({ release }) => release.name === name);
    for (const release of versions) {
      const isShared = share?.release.version === release.version;
      const facts = [...(isShared ? [`for ${extentWords(share.share)}`] : []), ...factsOf(release)];
      const stand = isShared ? '  shared' : standOf(release);
      console.log(`  ${stand.padEnd(11)}${release.version.padEnd(20)}  ${facts.join(', ')}`);
    }
    const waiting = versions.find(({ isWaiting, source }) => isWaiting && source === 'built-in');
    if (waiting !== undefined)
      console.log(
        `  A build of ${name} came with the product and waits, since its team released or rolled back by itself. ` +
          `To show it: npm run rollback -- ${name} --to ${waiting.version}`,
      );
  }
});
process.exit(0);

function standOf(release: KnownRelease): string {
  if (release.status === 'current') return '* current';
  if (release.status === 'previous') return '  fallback';
  if (!release.isWaiting) return '';
  return release.source === 'built-in' ? '  waits' : '  staged';
}

function factsOf({ source, gitCommit, isTakenBack, manifestUrl, createdAt }: KnownRelease): string[] {
  const host = outsideHost(manifestUrl);
  return [
    source,
    gitCommit,
    host === null ? null : `at ${host}`,
    isTakenBack ? 'taken back' : null,
    createdAt.toISOString().slice(0, 16).replace('T', ' '),
  ].filter((fact) => fact !== null);
}
