import type { Failure } from '../failure.ts';
import type { Refusal } from '../refusal.ts';
import { FiztechError } from './fiztech-error.ts';

export function refusalOf(error: Failure): Refusal {
  if (!(error instanceof FiztechError)) throw new Error('Nothing that the tech site said');
  switch (error.kind) {
    case 'configuration':
      return {
        kind: 'fail',
        problem: {
          code: 'tech_site_key',
          message: 'The tech site does not accept our key. Ask your administrator to check it, then publish again.',
          action: 'publish_now',
        },
      };
    case 'rate-limited': {
      const minutes = Math.ceil((error.retryAfterSeconds ?? 60) / 60);
      return {
        kind: 'pause',
        scope: 'app',
        minutes,
        problem: {
          code: 'rate_limited',
          message: `The tech site takes no more articles for about ${minutes} min. This one goes out after that.`,
          action: null,
        },
      };
    }
    case 'bad':
    case 'transient':
      return {
        kind: 'fail',
        problem: {
          code: 'refused',
          message: `The tech site refused this article: ${error.message} Change the text and publish again.`,
          action: 'edit',
        },
      };
  }
}
