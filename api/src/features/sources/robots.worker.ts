/** Decides by the rules of a site whether an address may be fetched, as a thread: see `robots.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import robotsParser from 'robots-parser';
import type { RobotsQuestion } from './robots.ts';

const { rules, robotsAddress, address, robot } = workerData as RobotsQuestion;
// Its types describe a default export, and what it exports is the function.
const rulesOf = robotsParser as unknown as typeof robotsParser.default;
parentPort?.postMessage(rulesOf(robotsAddress, rules).isAllowed(address, robot) !== false);
