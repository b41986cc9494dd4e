import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import { ForbiddenError, NotFoundError } from '../../http/errors.ts';
import type { Session } from '../../http/session.ts';
import { actorOf, auditRepository } from '../audit/audit.repository.ts';
import { pageRights } from '../page-rights/page-rights.ts';
import type { ApprovalRule, RuleInUse, RuleTerms } from './approval-rule.ts';
import { approvalRulesRepository } from './approval-rules.repository.ts';

/** Where the call comes from, for the audit log. */
interface From {
  readonly ip: string;
}

/** The rules that people write, and who wrote them: each change is in the audit log. */
export function approvalRulesService({ db }: { db: Knex }) {
  /** @throws NotFoundError without such a page, ForbiddenError for who only works on it */
  async function needOwn(session: Session, pageId: PageId): Promise<string> {
    const page = await pageRights(db).mayOnPage(session, pageId, 'manage');
    if (page === null)
      throw new NotFoundError("This Facebook page isn't connected. Reconnect it, or choose another page.");
    return page.pageName;
  }

  return {
    list: (session: Session): Promise<RuleInUse[]> => approvalRulesRepository(db).list(session),

    /** @throws ForbiddenError for everybody but the owner of the page in person: they stand for what it lets through */
    async write(session: Session, request: From, pageId: PageId, terms: RuleTerms): Promise<RuleInUse> {
      if (session.token !== null || session.impersonator !== null)
        throw new ForbiddenError('Only the owner of the page can write a rule, logged in as themselves.');
      const subject = await needOwn(session, pageId);
      return db.transaction(async (trx) => {
        const rules = approvalRulesRepository(trx);
        const before = await rules.write(session, pageId, terms, session.name);
        await auditRepository(trx).record(actorOf(session, request), {
          action: 'approvals.rule-written',
          subject,
          before: factsOf(before),
          after: factsOf({ ...terms, writtenBy: session.name }),
        });
        const written = (await rules.list(session)).find(({ facebookPageId }) => facebookPageId === pageId);
        if (written === undefined) throw new NotFoundError('This page was removed.');
        return written;
      });
    },

    async end(session: Session, request: From, pageId: PageId): Promise<boolean> {
      const subject = await needOwn(session, pageId);
      return db.transaction(async (trx) => {
        const before = await approvalRulesRepository(trx).end(session, pageId);
        if (before === null) return false;
        const event = { action: 'approvals.rule-ended', subject, before: factsOf(before) };
        await auditRepository(trx).record(actorOf(session, request), event);
        return true;
      });
    },
  };
}
export type ApprovalRulesService = ReturnType<typeof approvalRulesService>;

const factsOf = (rule: Pick<ApprovalRule, 'kinds' | 'postsPerDay' | 'writtenBy'> | null) =>
  rule === null ? null : { kinds: rule.kinds, postsPerDay: rule.postsPerDay, writtenBy: rule.writtenBy };
