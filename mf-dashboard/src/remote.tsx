import { defineRemote } from '@pagecast/shell/kit';
import type { area } from './area.ts';
import { DashboardScreen } from './overview/dashboard-screen.tsx';
import './styles.css';

export const remote = defineRemote<typeof area>(REMOTE_NAME, { '/': DashboardScreen });
