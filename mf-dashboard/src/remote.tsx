import { defineRemote } from '@pagecast/shell/kit';
import { DashboardScreen } from './overview/dashboard-screen.tsx';
import './styles.css';

export const remote = defineRemote('mf_dashboard', { '/': DashboardScreen });
