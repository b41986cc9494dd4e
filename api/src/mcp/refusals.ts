import * as z from 'zod';
import { isDatabaseAway, isDeadlock } from '../db/database-errors.ts';
import { AppError, InvalidInputError, TooManyRequestsError, type Issue } from '../http/errors.ts';
import type { Told } from './answer.ts';
import { foreign } from './foreign.ts';
import { said, type Said } from './said.ts';
import type { Tool } from './tool.ts';

/**
 * What a model is told when a tool could not do what it was asked: in the same four sentences. Nothing is told of what
 * went wrong within. The words of the product's own errors name pages and people, so they are data.
 */
export function refusalOf(error: unknown, { annotations }: Pick<Tool, 'annotations'>): Told {
  const isReading = annotations.readOnlyHint === true;
  if (error instanceof z.core.$ZodError) return invalid(error.issues.map(issueOf));
  if (error instanceof InvalidInputError) return invalid((error.expose['issues'] ?? []) as readonly Issue[], error);
  if (error instanceof TooManyRequestsError) {
    const seconds = error.retryAfterSeconds ?? 60;
    return {
      ...refused(error),
      done: said`Nothing. There were too many calls.`,
      next: said`Wait ${seconds} seconds, then send the same call once more.`,
      repeating: said`Safe after ${seconds} seconds. Sooner is pointless.`,
    };
  }
  if (error instanceof AppError && error.status < 500) return refused(error);
  return isReading || isDatabaseAway(error) || isDeadlock(error) ? trouble(error) : notKnown(error);
}

const NOTHING = said`Nothing was changed, proposed, scheduled or published by this call.`;

function invalid(issues: readonly Issue[], error?: AppError): Told {
  return {
    done: said`Nothing. The call was not understood: something in its input is missing or wrong.`,
    notDone: NOTHING,
    next: said`Read the issues in data, correct these fields, and call again. Times need a zone,
        such as 2026-11-24T09:00:00+08:00.`,
    repeating: said`Pointless without a change: the same input is refused again.`,
    data: {
      ...explained(error),
      issues: issues
        .slice(0, 10)
        .map(({ path, message }) => ({ field: foreign(path, 100), wrong: foreign(message, 300) })),
    },
  };
}

function issueOf(issue: z.core.$ZodIssue): Issue {
  const path = [...issue.path.map(String), ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 5) : [])];
  return { path: path.join('.'), message: issue.code === 'unrecognized_keys' ? 'Unknown field' : issue.message };
}

/** Says which of the ways to say no it was. */
const REFUSALS: Readonly<Record<number, { readonly done: Said; readonly next: Said }>> = {
  401: {
    done: said`Nothing. This connection is over: it was revoked, or its time is up.`,
    next: said`Stop, and tell the person to connect Pagecast again.`,
  },
  403: {
    done: said`Nothing. This connection may not do that.`,
    next: said`Do not look for another way. Tell the person what the explanation in data says:
        only they can allow more, in Pagecast.`,
  },
  404: {
    done: said`Nothing. There is no such thing, or this connection may not see it.`,
    next: said`Look the number up with list_pages, find_posts or list_proposals. Do not guess numbers.`,
  },
  409: {
    done: said`Nothing. It has changed, or it is too late for that.`,
    next: said`Read its present state first (get_post or proposal_status), and tell the person.`,
  },
};

function refused(error: AppError): Told {
  const { done, next } = REFUSALS[error.status] ?? {
    done: said`Nothing. Pagecast refused this.`,
    next: said`Tell the person what the explanation in data says.`,
  };
  return {
    done,
    notDone: NOTHING,
    next,
    repeating: said`Pointless: the same call is refused again until something changes.`,
    data: explained(error),
  };
}

function trouble(error: unknown): Told {
  return {
    done: said`Nothing. Pagecast has a problem of its own at the moment.`,
    notDone: NOTHING,
    next: said`Wait a minute, then send the same call once more. If it fails again, tell the person.`,
    repeating: said`Safe, and worth a try in a minute.`,
    data: explained(error),
  };
}

/** It may have been done: only a call that can be repeated may say so, and all of ours can. */
function notKnown(error: unknown): Told {
  return {
    done: said`Not known: the call was broken off, and may have done its work or not.`,
    notDone: said`Do not take it for done, and do not take it for failed.`,
    next: said`Wait a minute, then send exactly the same call once more: its answer tells whether the first one worked.
        Do not change the words.`,
    repeating: said`Safe: the same call again makes nothing a second time.`,
    data: explained(error),
  };
}

function explained(error: unknown): { explanation?: ReturnType<typeof foreign> } {
  return error instanceof AppError ? { explanation: foreign(error.message, 1000) } : {};
}
