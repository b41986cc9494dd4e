import type { Knex } from 'knex';
import type { Environment } from '../../contract/common.ts';
import { InvalidInputError } from '../../http/errors.ts';
import { accessRepository } from '../access/access.repository.ts';
import { auditRepository, STRANGER } from '../audit/audit.repository.ts';
import { invitationsRepository, type Invitation } from './invitations.repository.ts';
import type { ProvenPerson } from './pending-login.ts';

const NOT_USABLE = 'Invalid or expired invitation code';
const BLOCKED = "This account has been blocked. An invitation code doesn't change that.";
const OVER = 'expired, used up or turned off';
const NOT_PROVEN = 'Log in with Facebook first, so we know which account the code is for.';

interface Where {
  readonly environment: Environment;
  readonly ip: string;
}

/** A code that lets nobody in, and why, for the log. */
class RefusedCodeError extends InvalidInputError {
  readonly reason: string;
  constructor(message: string, reason: string) {
    super(message);
    this.reason = reason;
  }
}

/** Lets people in by a code. Each use and each refusal leaves a line in the audit log. */
export function invitationsService({ db }: { db: Knex }) {
  /** @throws RefusedCodeError */
  async function spend(trx: Knex.Transaction, code: string, person: ProvenPerson): Promise<'redeemed' | 'was-in'> {
    const [access, codes] = [accessRepository(trx), invitationsRepository(trx)];
    if (await access.whitelist(person.facebookId, person.name)) {
      // Thrown inside the transaction: without a use of the code the account is not let in.
      if (!(await codes.spend(code))) throw new RefusedCodeError(NOT_USABLE, OVER);
      return 'redeemed';
    }
    // Who is known already hears of a wrong code what everybody hears.
    if (!(await codes.isUsable(code))) throw new RefusedCodeError(NOT_USABLE, OVER);
    if ((await access.find(person.facebookId))?.type === 'blacklist')
      throw new RefusedCodeError(BLOCKED, 'account is blocked');
    // Somebody who is in already does not use a code up.
    return 'was-in';
  }

  return {
    /**
     * @param person whom Facebook has vouched for in this browser; null for nobody
     * @throws InvalidInputError when the code lets nobody in, or not this person
     */
    async redeem(code: string, person: ProvenPerson | null, { environment, ip }: Where): Promise<void> {
      const actor = { person: person ?? STRANGER, impersonated: null, environment, ip };
      try {
        if (person === null) throw new RefusedCodeError(NOT_PROVEN, 'not logged in at Facebook');
        await db.transaction(async (trx) => {
          const outcome = await spend(trx, code, person);
          if (outcome === 'redeemed')
            await auditRepository(trx).record(actor, {
              action: 'invitations.redeemed',
              subject: nameOf(await invitationsRepository(trx).find(code)),
            });
        });
      } catch (error) {
        if (!(error instanceof RefusedCodeError)) throw error;
        const found = await invitationsRepository(db).find(code);
        const reason = error.reason === OVER && found === null ? 'no such code' : error.reason;
        await auditRepository(db).record(actor, {
          action: 'invitations.refused',
          subject: nameOf(found),
          after: { reason },
        });
        throw error;
      }
    },
  };
}
export type InvitationsService = ReturnType<typeof invitationsService>;

/** What was typed stays out of the log where there is no such code: it may be anything. */
function nameOf(found: Invitation | null): string {
  return found?.code ?? 'Unknown code';
}
