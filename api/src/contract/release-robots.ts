import * as z from 'zod/mini';
import { Done, Instant, text } from './common.ts';
import { endpoint, none } from './endpoint.ts';
import { ReleasedName, Version } from './remotes.ts';
import { ROBOT_NOTE_LENGTH } from './robots.ts';

const version = z.strictObject({ name: ReleasedName, version: Version });

/** Goes with what the browser of a robot asks for. */
export const ROBOT_HEADER = 'x-pagecast-robot';

/**
 * Lets a browser load the page with one staged version in it, and the files of that, for some minutes. It is no
 * session: it opens no call.
 */
export const RobotPass = z.object({ pass: z.string(), expiresAt: Instant });
export type RobotPass = z.infer<typeof RobotPass>;

/** Makes the pass of a robot, for the team of the area, with a token that may stage. */
export const createRobotPass = endpoint({
  method: 'POST',
  path: '/api/releases/:name/versions/:version/robot',
  access: 'release-token',
  resource: 'remotes',
  touches: [],
  params: version,
  query: none,
  body: none,
  response: RobotPass,
  success: 201,
});

/** Says what became of a version's smoke journey; the last word counts. */
export const reportRobot = endpoint({
  method: 'POST',
  path: '/api/releases/:name/versions/:version/robot/outcome',
  access: 'release-token',
  resource: 'remotes',
  touches: ['remotes', 'audit'],
  params: version,
  query: none,
  body: z.strictObject({
    outcome: z.enum(['passed', 'failed']),
    /** The step that failed. */
    note: z.optional(z.nullable(text(ROBOT_NOTE_LENGTH))),
  }),
  response: Done,
});
