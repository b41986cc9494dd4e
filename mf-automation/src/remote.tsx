import { defineRemote } from '@pagecast/shell/kit';
import { AutomationScreen } from './automation/automation-screen.tsx';
import './styles.css';

export const remote = defineRemote('mf_automation', {
  '/automation': AutomationScreen,
  '/super-generator': AutomationScreen,
});
