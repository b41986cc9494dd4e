import type { Config } from '../../config/config.ts';
import type { Facebook } from '../../facebook/facebook.ts';
import type { Configuration } from '../configuration/configuration.feature.ts';
import { oembedRoutes } from './oembed.routes.ts';
import { oembedService } from './oembed.service.ts';

interface Deps {
  readonly config: Config;
  readonly facebook: Facebook;
  readonly configuration: Configuration;
}

/** Posts of Facebook and Instagram as other sites show them. */
export function createOembed({ config, facebook: { graph }, configuration: { facebookApp } }: Deps) {
  return { routes: [oembedRoutes({ oembed: oembedService({ graph, facebookApp }), sdkUrl: config.FB_SDK_URL })] };
}
