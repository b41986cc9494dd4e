import type http from 'node:http';

/**
 * Waits for the answer to a request of ours. Of a 101 that nobody asked for Node.js closes the line and says neither
 * `response` nor `error`: who waits for these two alone waits for ever.
 */
export function answerTo(request: http.ClientRequest): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
    request.once('close', () => reject(new Error('The line was closed without an answer')));
  });
}
