import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

type Loader = (this: { resourcePath: string }, source: string) => string;
const nameRemote = createRequire(import.meta.url)('./remote-name.cjs') as Loader;

test.each([
  ['/checkout/mf-post-ideas/src/remote.tsx', 'defineRemote(REMOTE_NAME, {', "defineRemote('mf_post_ideas', {"],
  ['/checkout/mf-history/src/styles.css', "[data-remote='REMOTE_NAME'] {", "[data-remote='mf_history'] {"],
])('%s calls itself by its folder', (resourcePath, source, built) => {
  expect(nameRemote.call({ resourcePath }, source)).toBe(built);
});
