import type { AddressInfo, Socket } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { FaultAction } from '../fault-actions.ts';
import type { Fault, Faults } from '../faults.ts';
import type { Mailbox } from './mailbox.ts';

const LARGEST_BYTES = 1024 * 1024;
/** The only password that is refused. */
const WRONG_PASSWORD = 'wrong';

interface Deps {
  readonly mailbox: Mailbox;
  readonly faults: Faults;
  readonly host: string;
}

/** What a command is answered with; nothing where it is never answered. */
type Answer = (error?: Error | null) => void;

/** A mail server on a free port that takes every mail, as far as no fault is in its way. */
export async function startMailServer({ mailbox, faults, host }: Deps) {
  const sockets = new Map<number, Socket>();
  const at = faultsAt(faults, (port) => sockets.get(port)?.resetAndDestroy());
  const server = new SMTPServer({
    name: 'sandbox.localhost',
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: LARGEST_BYTES,
    logger: false,
    closeTimeout: 100,
    onConnect: ({ remotePort }, answer) => at('CONNECT', '', remotePort, answer),
    onAuth: ({ username, password }, _session, answer) => {
      if (password === WRONG_PASSWORD) answer(refusal(535, '5.7.8 Authentication credentials invalid'));
      else answer(null, { user: username ?? '' });
    },
    onMailFrom: ({ address }, { remotePort }, answer) => at('MAIL', address, remotePort, answer),
    onRcptTo: ({ address }, { remotePort }, answer) => at('RCPT', address, remotePort, answer),
    onData(stream, session, answer) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const take = async () => {
          const mail = await readMail(Buffer.concat(chunks));
          for (const to of recipients) mailbox.take({ ...mail, to });
        };
        at('DATA', recipients.join(','), session.remotePort, (error) => answer(error ?? null), take);
      });
    },
  });
  server.on('error', () => {
    // Lines that break are what faults are for.
  });
  server.server.on('connection', (socket: Socket) => {
    const { remotePort } = socket;
    if (remotePort === undefined) return;
    sockets.set(remotePort, socket);
    socket.once('close', () => sockets.delete(remotePort));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, () => resolve());
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://${host.includes(':') ? `[${host}]` : host}:${port}`,
    async close() {
      for (const socket of sockets.values()) socket.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

/** Has the faults of one command hit before it takes effect, or after, and answers what is left to answer. */
function faultsAt(faults: Faults, cutOff: (port: number) => void) {
  const hit = async ({ action, removed }: Fault, port: number, answer: Answer): Promise<boolean> => {
    if (action.name === 'delay') {
      await new Promise((resolve) => {
        setTimeout(resolve, action.ms);
      });
      return false;
    }
    if (action.name === 'hold') {
      await removed.promise;
      return false;
    }
    if (action.name === 'reset') cutOff(port);
    if (action.name === 'error') answer(refusalOf(action));
    return true;
  };
  const run = async (command: string, address: string, port: number, answer: Answer, effect?: () => Promise<void>) => {
    const matching = faults.hitMail(command, address);
    for (const fault of matching) if (fault.when === 'before' && (await hit(fault, port, answer))) return;
    await effect?.();
    for (const fault of matching) if (fault.when === 'after' && (await hit(fault, port, answer))) return;
    answer();
  };
  return (command: string, address: string, port: number, answer: Answer, effect?: () => Promise<void>): void => {
    run(command, address, port, answer, effect).catch((error: unknown) => answer(error as Error));
  };
}

function refusalOf(action: FaultAction & { readonly name: 'error' }): Error {
  const code = action.http ?? Number(action.code ?? 451);
  return refusal(code, action.message ?? (code < 500 ? '4.3.0 Try again later' : '5.1.1 There is nobody of that name'));
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

async function readMail(raw: Buffer) {
  const { subject = '', text = '', html = '', from, headers } = await PostalMime.parse(raw);
  return {
    subject,
    text,
    html,
    from: from?.address ?? '',
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
  };
}
