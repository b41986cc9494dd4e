import type { AutomationSettings, FirstSteps } from '@pagecast/api/contract';

export interface Step {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly to: string;
  readonly isDone: boolean;
}

/** The four steps in their order. What is not known counts as not done. */
export function readSteps(
  done: FirstSteps | undefined,
  automation: Pick<AutomationSettings, 'isEnabled' | 'lastRunAt'> | undefined,
): Step[] {
  return [
    {
      title: 'Connect a page',
      text: 'Pagecast posts to the Facebook pages you manage.',
      action: 'Connect pages',
      to: '/settings',
      isDone: done?.hasPage ?? false,
    },
    {
      title: 'Generate a post',
      text: 'Choose a topic and tone, then edit the result.',
      action: 'Open the generator',
      to: '/content-generator',
      isDone: done?.hasGenerated ?? false,
    },
    {
      title: 'Schedule it',
      text: 'Choose a day and time. Pagecast publishes it for you.',
      action: 'Schedule a post',
      to: '/content-generator',
      isDone: done?.hasScheduled ?? false,
    },
    {
      title: 'Automate a page',
      text: 'New posts on a regular cycle, as often as you like.',
      action: 'Set up automation',
      to: '/super-generator',
      isDone: automation !== undefined && (automation.isEnabled || automation.lastRunAt !== null),
    },
  ];
}
