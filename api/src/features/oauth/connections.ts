import type { Knex } from 'knex';
import type Provider from 'oidc-provider';
import { TOKEN_SCOPES, type TokenScope } from '../../contract/token-scopes.ts';
import type { TokenKind } from '../../contract/tokens.ts';
import type { GraphPageId, TokenId } from '../../contract/ids.ts';
import { ConflictError } from '../../http/errors.ts';
import type { Session } from '../../http/session.ts';
import { actorOf, auditRepository } from '../audit/audit.repository.ts';
import type { Tokens } from '../tokens/tokens.feature.ts';
import { oauthRecordsRepository } from './oauth-records.repository.ts';

/** What a person approved. */
export interface Approval {
  readonly scopes: readonly TokenScope[];
  /** Null: every page, also later ones. */
  readonly pageIds: readonly GraphPageId[] | null;
  readonly needsApproval: boolean;
  readonly days: number;
}

/** Who asks, and for what. */
export interface Asking {
  readonly clientId: string;
  readonly name: string;
  readonly kind: Exclude<TokenKind, 'personal'>;
  readonly scopes: readonly TokenScope[];
  readonly resources: readonly string[];
}

/** A person answers a request once, whatever they press how often. */
export class AnsweredError extends ConflictError {}

interface Deps {
  readonly db: Knex;
  provider(): Pick<Provider, 'Grant'>;
  readonly tokens: Pick<Tokens, 'create'>;
  readonly now: () => Promise<Date>;
}

/** Makes connections of what people approve. */
export function connections({ db, provider, tokens, now }: Deps) {
  return {
    /**
     * A connection, and its grant.
     * @param claim takes the request for this answer, in the same transaction; false when it was answered before
     * @throws AnsweredError; NotFoundError for a page that is not theirs; ConflictError for one connection too many
     */
    async approve(
      { session, ip }: { session: Session; ip: string },
      { clientId, name, kind, scopes: asked, resources }: Asking,
      approval: Approval,
      claim: (records: ReturnType<typeof oauthRecordsRepository>) => Promise<boolean>,
    ): Promise<{ tokenId: TokenId; grantId: string }> {
      const scopes = approval.scopes.filter((scope) => asked.includes(scope));
      const expiresAt = new Date((await now()).getTime() + approval.days * 24 * 3_600_000);
      const { id } = await db.transaction(async (trx) => {
        if (!(await claim(oauthRecordsRepository(trx)))) throw new AnsweredError('This request was already answered.');
        const { pageIds, needsApproval } = approval;
        const made = { owner: session, kind, name, scopes, pageIds, needsApproval, trust: null, expiresAt };
        const created = await tokens.create(trx, made);
        await auditRepository(trx).record(actorOf(session, { ip }), {
          action: 'tokens.connected',
          subject: name,
          after: { kind, scopes: scopes.join(', '), pages: pageIds?.length ?? 'all', needsApproval, expiresAt },
        });
        return created;
      });
      const grant = new (provider().Grant)({ accountId: String(id), clientId });
      for (const resource of resources) grant.addResourceScope(resource, scopes.join(' '));
      return { tokenId: id, grantId: await grant.save() };
    },
  };
}
export type Connections = ReturnType<typeof connections>;

/** What an app asks to be let do; nothing said is little. */
export function scopesIn(scope: unknown): TokenScope[] {
  const asked = typeof scope === 'string' ? scope.split(' ') : [];
  const known = TOKEN_SCOPES.filter((name) => asked.includes(name));
  return known.length > 0 ? known : ['read', 'draft'];
}

export const resourcesIn = (resource: unknown): string[] =>
  [resource].flat().filter((one): one is string => typeof one === 'string');
