import { defineRemote, lazyPart } from '@pagecast/shell/kit';
import type { area } from './area.ts';
import { MediaCenterScreen } from './media-center/media-center-screen.tsx';
import { OembedTestScreen } from './oembed-test/oembed-test-screen.tsx';
import './styles.css';

const LibraryScreen = /* @__PURE__ */ lazyPart(
  async () => (await import('./library/library-screen.tsx')).LibraryScreen,
);

export const remote = defineRemote<typeof area>(REMOTE_NAME, {
  '/media-center': MediaCenterScreen,
  '/media-library': LibraryScreen,
  '/media-test': MediaCenterScreen,
  '/oembed-test': OembedTestScreen,
});
