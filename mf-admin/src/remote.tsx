import { defineRemote } from '@pagecast/shell/kit';
import { AdminPanelScreen } from './admin-panel/admin-panel-screen.tsx';
import './styles.css';

export const remote = defineRemote('mf_admin', { '/admin': AdminPanelScreen, '/admin-panel': AdminPanelScreen });
