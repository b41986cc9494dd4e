import { defineRemote } from '@pagecast/shell/kit';
import type { area } from './area.ts';
import { AutomationScreen } from './automation/automation-screen.tsx';
import './styles.css';

export const remote = defineRemote<typeof area>(REMOTE_NAME, {
  '/automation': AutomationScreen,
  '/super-generator': AutomationScreen,
});
