/** `npm run releases`: every version of every remote that can be made current, the newest first. */
import { withRegistry } from './release-registry.ts';

const WORDS = { current: '* current', previous: '  fallback', retired: '' };

await withRegistry(async ({ remotes }) => {
  for (const [name, versions] of await remotes.known()) {
    console.log(name);
    for (const { version, status, source, gitCommit, isTakenBack, createdAt } of versions) {
      const facts = [source, gitCommit, isTakenBack ? 'taken back' : null, createdAt.toISOString().slice(0, 16).replace('T', ' ')].filter((fact) => fact !== null);
      console.log(`  ${WORDS[status].padEnd(11)}${version.padEnd(20)}  ${facts.join(', ')}`);
    }
  }
});
process.exit(0);
