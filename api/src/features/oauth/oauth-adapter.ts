import type { Adapter, AdapterPayload } from 'oidc-provider';
import { oidcLibrary } from './oidc-library.ts';
import type { OauthRecords } from './oauth-records.repository.ts';

export interface AdapterDeps {
  readonly records: OauthRecords;
  /** Ends a connection: its row goes, and with it all that it gave out. */
  endConnection(tokenId: number): Promise<void>;
}

/** Of apps the library has no time to live: they stay while they are used. */
const CLIENT = 'Client';
/** People log in to us, not to the library: it is to remember nobody between two requests. */
const SESSION = 'Session';
const DEVICE_CODE = 'DeviceCode';

/** What the library keeps, in our database. What an app shows is not in it, only its hash. */
export function oauthAdapter({ records, endConnection }: AdapterDeps): (kind: string) => Adapter {
  return (kind) => ({
    async upsert(id, payload, expiresIn) {
      if (kind === SESSION) return;
      await records.put({
        kind,
        id,
        ...columnsOf(kind, id, payload),
        seconds: kind === CLIENT ? null : (expiresIn ?? 0),
      });
    },

    async find(id) {
      if (kind === SESSION) return undefined;
      if (kind === DEVICE_CODE) return polled(records, id);
      const payload = await records.find(kind, id);
      return payload === null ? undefined : withId(kind, id, payload);
    },

    async consume(id) {
      if (await records.consume(kind, id)) return;
      // Two came with it at the same time: one of them is not who it was given to.
      const payload = await records.find(kind, id);
      if (typeof payload?.['grantId'] === 'string') await endGrant(payload['grantId']);
      throw new (oidcLibrary().InvalidGrant)('It was already used.');
    },

    async destroy(id) {
      if (kind === 'Grant') return endGrant(id);
      if (kind !== SESSION) await records.remove(kind, id);
    },

    async revokeByGrantId(grantId) {
      await endGrant(grantId);
    },

    // Sessions are not kept, and the page where codes are typed is ours.
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  });

  async function endGrant(grantId: string): Promise<void> {
    const tokenId = await records.tokenOfGrant(grantId);
    if (tokenId !== null) await endConnection(tokenId);
    await records.removeOfGrant(grantId);
  }
}

async function polled(records: OauthRecords, id: string): Promise<AdapterPayload | undefined> {
  const found = await records.poll(id);
  if (found === null) return undefined;
  if (found.isTooSoon)
    throw new (oidcLibrary().CustomOIDCProviderError)('slow_down', 'Wait 5 seconds between two calls.');
  return withId(DEVICE_CODE, id, found.payload);
}

function withId(kind: string, id: string, payload: Record<string, unknown>): AdapterPayload {
  return kind === CLIENT ? { ...payload, client_id: id } : { ...payload, jti: id };
}

/** The library's own record, without what lets somebody in. */
function columnsOf(kind: string, id: string, { jti: _id, userCode, ...payload }: AdapterPayload) {
  const { accountId, clientId, grantId, aud, params } = payload;
  const asking = params?.['client_id'];
  return {
    clientId: kind === CLIENT ? id : (clientId ?? (typeof asking === 'string' ? asking : '')),
    tokenId: accountId === undefined ? null : Number(accountId),
    grantId: kind === 'Grant' ? null : (grantId ?? null),
    userCode: userCode ?? null,
    audience: typeof aud === 'string' ? aud : null,
    payload,
  };
}
