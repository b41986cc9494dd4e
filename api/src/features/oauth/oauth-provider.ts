import { generateKeyPairSync } from 'node:crypto';
import type { Configuration, KoaContextWithOIDC, Provider as Library } from 'oidc-provider';
import { TOKEN_SCOPES } from '../../contract/token-scopes.ts';
import { oidcLibrary } from './oidc-library.ts';
import { showRefusedApp } from './page-frame.ts';
import { oauthAdapter, type AdapterDeps } from './oauth-adapter.ts';

export const CONSENT_PATH = '/oauth/consent';
export const DEVICE_PATH = '/device';
export const CLI_CLIENT = 'pagecast-cli';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

const ACCESS_SECONDS = 600;
const CODE_SECONDS = 60;
/** Long enough to log in first. */
const ASKING_SECONDS = 1800;
const DEVICE_SECONDS = 600;
/** A connection that nobody uses for so long is over. */
const UNUSED_SECONDS = 30 * 24 * 3600;
/** The connection's own end comes first; it is looked at with each refresh. */
const LONGEST_GRANT_SECONDS = 366 * 24 * 3600;

/** What tokens are good for: each for one of them. */
export const RESOURCES = { mcp: '/mcp', api: '/api' } as const;
export type Resource = keyof typeof RESOURCES;

interface Deps extends AdapterDeps {
  readonly publicUrl: string;
  /** Whether a connection is still there, and its person may still come in. */
  isAlive(tokenId: number): Promise<boolean>;
}

/**
 * The library that speaks the protocol. What an app was let do is a row of `api_tokens`, which is the account here: one
 * app, one person, one approval.
 */
export function oauthProvider(deps: Deps): Library {
  const { publicUrl } = deps;
  const { Provider } = oidcLibrary();
  const provider = new Provider(publicUrl, {
    adapter: oauthAdapter(deps),
    ...clients(),
    ...tokens(publicUrl),
    ...people(deps),
    ...keys(),
    features: features(publicUrl),
    scopes: [],
    claims: {},
    responseTypes: ['code'],
    pkce: { required: () => true },
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      revocation: '/oauth/revoke',
      device_authorization: '/oauth/device_authorization',
      code_verification: DEVICE_PATH,
    },
    renderError: (ctx, { error_description: said }) => showRefusedApp(ctx, said ?? null),
  });
  return provider;
}

/** Apps are programs in other people's hands: none of them could keep a secret, so none is given one. */
function clients(): Configuration {
  return {
    clients: [
      {
        client_id: CLI_CLIENT,
        client_name: 'Pagecast CLI',
        application_type: 'native',
        grant_types: [DEVICE_GRANT, 'refresh_token'],
        response_types: [],
        redirect_uris: [],
      },
    ],
    clientAuthMethods: ['none'],
    clientDefaults: {
      token_endpoint_auth_method: 'none',
      response_modes: ['query'],
      id_token_signed_response_alg: 'Ed25519',
    },
    allowOmittingSingleRegisteredRedirectUri: false,
  };
}

function tokens(publicUrl: string): Configuration {
  return {
    ttl: {
      AccessToken: ACCESS_SECONDS,
      AuthorizationCode: CODE_SECONDS,
      DeviceCode: DEVICE_SECONDS,
      Grant: LONGEST_GRANT_SECONDS,
      Interaction: ASKING_SECONDS,
      RefreshToken: UNUSED_SECONDS,
      Session: ASKING_SECONDS,
    },
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    revokeGrantPolicy: () => true,
    expiresWithSession: async () => false,
    cookies: cookies(publicUrl.startsWith('https:')),
  };
}

function cookies(secure: boolean): NonNullable<Configuration['cookies']> {
  const options = { httpOnly: true, sameSite: 'lax', secure, signed: false, overwrite: true } as const;
  return {
    names: { interaction: 'pagecast_oauth', resume: 'pagecast_oauth_resume', session: 'pagecast_oauth_session' },
    short: options,
    long: options,
  };
}

/** A person is asked each time: what was approved once says nothing about the next request. */
function people({ isAlive }: Pick<Deps, 'isAlive'>): Configuration {
  const { Check, Prompt } = oidcLibrary();
  const unanswered = (name: 'login' | 'consent') =>
    new Check(`no_${name}`, 'Nobody has approved this yet.', 'interaction_required', ({ oidc }) =>
      oidc.result?.[name] === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
    );
  const policy = (['login', 'consent'] as const).map(
    (name) => new Prompt({ name, requestable: true }, unanswered(name)),
  );
  return {
    interactions: { policy, url: (_ctx, interaction) => `${CONSENT_PATH}/${interaction.uid}` },
    findAccount: async (_ctx, accountId) =>
      (await isAlive(Number(accountId))) ? { accountId, claims: async () => ({ sub: accountId }) } : undefined,
  };
}

/**
 * The library wants a key to sign the identity of people with, which is asked for by a scope that there is not: it
 * lives as long as the process, and signs nothing.
 */
function keys(): Configuration {
  const { privateKey } = generateKeyPairSync('ed25519');
  const key = { ...privateKey.export({ format: 'jwk' }), alg: 'Ed25519', use: 'sig' };
  return {
    jwks: { keys: [key] },
    enabledJWA: { idTokenSigningAlgValues: ['Ed25519'] },
  };
}

function features(publicUrl: string): NonNullable<Configuration['features']> {
  const resources = Object.values(RESOURCES).map((path) => publicUrl + path);
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    dPoP: { enabled: false },
    revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
    deviceFlow: { enabled: true, charset: 'base-20', mask: '****-****', deviceInfo },
    resourceIndicators: {
      enabled: true,
      defaultResource: async (_ctx, client, oneOf) => defaultResource(client?.clientId, oneOf),
      useGrantedResource: async () => true,
      getResourceServerInfo: async (_ctx, resource) => {
        if (!resources.includes(resource)) throw new (oidcLibrary().InvalidTarget)();
        return {
          audience: resource,
          scope: TOKEN_SCOPES.join(' '),
          accessTokenTTL: ACCESS_SECONDS,
          accessTokenFormat: 'opaque' as const,
        };
      },
    },
  };

  /** The command line calls the API, every other app is an assistant. */
  function defaultResource(clientId: string | undefined, oneOf?: readonly string[]): string {
    const usual = publicUrl + (clientId === CLI_CLIENT ? RESOURCES.api : RESOURCES.mcp);
    return oneOf === undefined || oneOf.includes(usual) ? usual : (oneOf[0] ?? usual);
  }
}

/** From where a device asks, for the person who is to approve it. */
function deviceInfo(ctx: KoaContextWithOIDC) {
  return { ip: ctx.state['ip'] as string };
}
