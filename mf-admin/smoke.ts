import { addAccessEntry, listAccessEntries } from '@pagecast/api/contract';
import { answer, smokeJourney } from '../scripts/release/smoke.ts';

const SOMEBODY = {
  id: 1,
  facebookId: '100000000000555',
  name: 'Sample Manager',
  type: 'whitelist',
  role: 'user',
} as const;

/** With people who do not exist: the robot gets no list of real ones. */
export default smokeJourney({
  answers: [answer(listAccessEntries, [SOMEBODY]), answer(addAccessEntry, { ...SOMEBODY, id: 2 })],
  async run(robot) {
    await robot.open('/admin', 'Admin Panel');
    await robot.see(SOMEBODY.name);
    await robot.write('Facebook ID', '100000000000666');
    await robot.write('Name', 'Sample Guest');
    await robot.press('Add');
    await robot.hasCalled(addAccessEntry, { facebookId: '100000000000666', name: 'Sample Guest' });
  },
});
