const error = (http: number, code: string, headers: object = {}) => ({
  type: 'error',
  http,
  code,
  message: 'Incorrect API key provided: sk-very-secret',
  headers,
});

/** How the AI refuses, as an action of the sandbox, and by which status and code people are told. */
export const AI_REFUSALS = [
  ['does not accept the key', error(401, 'invalid_api_key'), 503, 'bad-key'],
  ['does not know the model', error(404, 'model_not_found'), 503, 'no-model'],
  ['has no credit left', error(429, 'insufficient_quota', { 'x-should-retry': 'false' }), 503, 'quota'],
  ['is busy', error(429, 'rate_limit_exceeded', { 'x-should-retry': 'false', 'retry-after': '7' }), 429, 'busy'],
  ['declines the request', error(400, 'content_policy_violation'), 422, 'refused'],
  ['finds the request too long', error(400, 'context_length_exceeded'), 422, 'too-long'],
  ['does not know a parameter', error(400, 'unsupported_parameter'), 503, 'bad-setup'],
  ['is broken', error(500, 'server_error', { 'x-should-retry': 'false' }), 502, 'down'],
] as const;
