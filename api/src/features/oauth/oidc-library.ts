import { createRequire } from 'node:module';
import type * as library from 'oidc-provider';

/**
 * The package's own door writes to every process what it thinks of our release of Node; behind it stand these parts.
 * Its version is exact, so they stay where they are.
 */
const load = createRequire(import.meta.url);

/** Read when somebody first needs it: it takes a fifth of a start, and most processes never do. */
export function oidcLibrary() {
  const { Provider } = load('oidc-provider/lib/provider.js') as Pick<typeof library, 'Provider'>;
  const { Check, Prompt } = load(
    'oidc-provider/lib/helpers/interaction_policy/index.js',
  ) as typeof library.interactionPolicy;
  const { CustomOIDCProviderError, InvalidGrant, InvalidTarget } = load(
    'oidc-provider/lib/helpers/errors.js',
  ) as typeof library.errors;
  return { Provider, Check, Prompt, CustomOIDCProviderError, InvalidGrant, InvalidTarget };
}
