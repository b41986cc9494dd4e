import { smokeJourney } from '../scripts/release/smoke.ts';

/**
 * On a screen of its own, so that no area has a say in it.
 * @public Read by its name when the shell is released.
 */
export default smokeJourney({
  answers: [],
  async run(robot) {
    await robot.open('/settings', 'Settings');
    await robot.see('Corner Bakery');
    for (const area of ['Dashboard', 'Scheduled Posts', 'Post History']) await robot.seePart('link', area);
    await robot.press(/^Notifications/);
    await robot.see(/No notifications/);
  },
});
