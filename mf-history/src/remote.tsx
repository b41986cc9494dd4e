import { defineRemote } from '@pagecast/shell/kit';
import { PublishedScreen } from './published/published-screen.tsx';
import { ScheduledScreen } from './scheduled/scheduled-screen.tsx';
import './styles.css';

export const remote = defineRemote('mf_history', {
  '/history': PublishedScreen,
  '/scheduled': ScheduledScreen,
});
