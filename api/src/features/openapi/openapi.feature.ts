import type { Config } from '../../config/config.ts';
import { builtDocument } from './built-document.ts';
import { openApiRoutes } from './openapi.routes.ts';
import manifest from '../../../package.json' with { type: 'json' };

/** The contract for others: as OpenAPI, and as pages to read. */
export function createOpenApi({ config }: { config: Pick<Config, 'PUBLIC_URL'> }) {
  const document = builtDocument({ publicUrl: config.PUBLIC_URL, version: manifest.version });
  return { routes: [openApiRoutes({ document })] };
}
