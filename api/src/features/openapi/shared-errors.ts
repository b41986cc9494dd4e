import type { Endpoint } from '../../contract/endpoint.ts';

/** What any call may be refused with, and in which words. */
interface SharedError {
  readonly description: string;
  /** The `code` of the body, and its sentence where every caller gets the same. */
  readonly code: string;
  readonly message: string;
  /** Which calls may be refused so. */
  readonly of: (endpoint: Endpoint) => boolean;
}

const takesBody = ({ method }: Endpoint) => method !== 'GET';
const isAny = () => true;

export const SHARED_ERRORS: Readonly<Record<number, SharedError>> = {
  400: {
    description: 'Something in the address, the query or the body is wrong. `issues` names all of it at once.',
    code: 'invalid_input',
    message: 'content: Is required',
    of: isAny,
  },
  401: {
    description:
      'Nobody is logged in, or the token that was sent is unknown, expired or revoked. Public calls refuse it too.',
    code: 'unauthorized',
    message: 'Please log in.',
    of: isAny,
  },
  403: {
    description:
      'Whoever calls may not: it is for administrators only, not within what the token may do, not while ' +
      'impersonating, or comes from a page of somebody else.',
    code: 'forbidden',
    message: 'This is for administrators.',
    of: isAny,
  },
  404: {
    description: "There is nothing of this name or id, or it is somebody else's: both look the same.",
    code: 'not_found',
    message: 'There is no such post.',
    of: ({ path }) => path.includes(':'),
  },
  408: {
    description: 'The body stopped coming for 30 seconds.',
    code: 'request_timeout',
    message: 'The request was interrupted. Send it again.',
    of: takesBody,
  },
  422: {
    description: 'The key already stands for another request.',
    code: 'idempotency_key_reused',
    message: 'This Idempotency-Key belongs to another request. Use a new key for a new request.',
    of: ({ idempotent }) => idempotent === true,
  },
  413: {
    description: 'The body is larger than this call takes.',
    code: 'too_large',
    message: 'The request is larger than 1 MB.',
    of: takesBody,
  },
  415: {
    description: 'The body is of another kind than this call takes.',
    code: 'unsupported_media',
    message: 'Send JSON, with the content type application/json.',
    of: takesBody,
  },
  429: {
    description: 'Too many calls. Wait as long as `Retry-After` says.',
    code: 'too_many_requests',
    message: 'Too many attempts. Wait 20 s and try again.',
    of: isAny,
  },
  500: {
    description: 'A fault of ours. It is logged under the `x-request-id` of the answer.',
    code: 'internal',
    message: 'Something went wrong on our side. Try again. If it keeps happening, contact support with the request ID.',
    of: isAny,
  },
  503: {
    description: 'Something that this call needs is not there right now.',
    code: 'unavailable',
    message: "Pagecast can't reach its database right now. Please try again in a few seconds.",
    of: isAny,
  },
};
