import type { ZodOpenApiComponentsObject, ZodOpenApiOperationObject } from 'zod-openapi';
import type { Endpoint } from '../../contract/endpoint.ts';

export const SECURITY_SCHEMES: NonNullable<ZodOpenApiComponentsObject['securitySchemes']> = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'pagecast_session',
    description:
      'The cookie of somebody who is logged in in a browser; `__Host-pagecast_session` over https. ' +
      'Calls that change something must come from our own pages, by their `Origin`.',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    description: 'A token from Settings, or of a connected app. The scope that it needs stands beside each call.',
  },
  releaseToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'A release token from the Admin Panel.',
  },
};

/** Who may call: any one of these. */
export function securityOf(endpoint: Endpoint): NonNullable<ZodOpenApiOperationObject['security']> {
  if (endpoint.access === 'public') return [];
  if (endpoint.access === 'release-token') return [{ releaseToken: [] }];
  const { scope } = endpoint;
  return [{ session: [] }, ...(scope === undefined ? [] : [{ token: [scope] }])];
}
