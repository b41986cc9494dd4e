import { defineRemote, lazyPart } from '@pagecast/shell/kit';
import type { area } from './area.ts';
import { PublishedScreen } from './published/published-screen.tsx';
import { ScheduledScreen } from './scheduled/scheduled-screen.tsx';
import './styles.css';

const TimelineScreen = /* @__PURE__ */ lazyPart(
  async () => (await import('./timeline/timeline-screen.tsx')).TimelineScreen,
);

export const remote = defineRemote<typeof area>(REMOTE_NAME, {
  '/history': PublishedScreen,
  '/history/post': TimelineScreen,
  '/scheduled': ScheduledScreen,
});
