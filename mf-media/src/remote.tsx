import { defineRemote } from '@pagecast/shell/kit';
import type { area } from './area.ts';
import { MediaCenterScreen } from './media-center/media-center-screen.tsx';
import { OembedTestScreen } from './oembed-test/oembed-test-screen.tsx';
import './styles.css';

export const remote = defineRemote<typeof area>(REMOTE_NAME, {
  '/media-center': MediaCenterScreen,
  '/media-test': MediaCenterScreen,
  '/oembed-test': OembedTestScreen,
});
