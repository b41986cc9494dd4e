import { defineRemote } from '@pagecast/shell/kit';
import type { area } from './area.ts';
import { AdminPanelScreen } from './admin-panel/admin-panel-screen.tsx';
import './styles.css';

export const remote = defineRemote<typeof area>(REMOTE_NAME, {
  '/admin': AdminPanelScreen,
  '/admin-panel': AdminPanelScreen,
});
