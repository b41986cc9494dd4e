import type { StoredProblem } from '../../contract/problems.ts';
import { reader } from './sentence.ts';

type Secrets = Extract<StoredProblem, { code: 'secrets_lost' }>['params']['secrets'];

const REPLACED = "The server's secret key was replaced, so what the old one had sealed can't be read any more.";
const TYPE_AGAIN = ' Type in again: {secrets}.';
const RECONNECT = 'to be reconnected. We have told the owners, and their scheduled posts are on hold.';

/** What administrators were told. */
export const OF_ADMINISTRATORS = [
  reader<StoredProblem>(
    'set_aside',
    "We stopped trying because the server went down three times while publishing post {number}. Its owner has been told, and other posts go on. The server's log says more.",
    ({ number }) => ({ code: 'post_set_aside', action: null, params: { postId: Number(number) } }),
  ),
  reader<StoredProblem>(
    'lost_key',
    ['', TYPE_AGAIN]
      .flatMap((secrets) => [
        `${REPLACED}${secrets}`,
        `${REPLACED}${secrets} {number} page has ${RECONNECT}`,
        `${REPLACED}${secrets} {number} pages have ${RECONNECT}`,
      ])
      .toReversed(),
    ({ number = '0', secrets }) => ({
      code: 'secrets_lost',
      action: null,
      params: { pages: Number(number), secrets: secrets === undefined ? [] : readSecrets(secrets) },
    }),
  ),
];

/** What was to be typed in again, as it was named: 'the OpenAI key, the secret of the Facebook app 123 (test)'. */
export function readSecrets(named: string): Secrets {
  return named.split(', ').flatMap((name): Secrets => {
    if (name === 'the OpenAI key') return [{ key: 'openai' }];
    if (name === 'the key of the tech site') return [{ key: 'tech_site' }];
    const [, appId, environment] = /^the secret of the Facebook app (.+) \((\w+)\)$/.exec(name) ?? [];
    return appId === undefined || environment === undefined ? [] : [{ appId, environment }];
  });
}
