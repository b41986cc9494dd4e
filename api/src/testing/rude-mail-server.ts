import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** What becomes of a mail: how much of its text is read before the line is cut, or all of it and the answer. */
export type Rudeness = { readonly cutAfterBytes: number } | { readonly answer: string | null };

/** A mail server of bare SMTP, which cuts lines. It keeps what it has taken in whole, whatever it says of that. */
export async function rudeMailServer() {
  const taken: string[] = [];
  const rude: Rudeness[] = [];
  const lines = new Set<Socket>();
  const server = createServer((socket) => {
    lines.add(socket.on('error', () => {}).on('close', () => lines.delete(socket)));
    socket.write('220 rude.example\r\n');
    let text = '';
    let isData = false;
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (isData) mail();
      else for (let end = text.indexOf('\r\n'); end >= 0 && !isData; end = text.indexOf('\r\n')) command(end);
    });

    function command(end: number): void {
      const name = text.slice(0, 4).toUpperCase();
      text = text.slice(end + 2);
      isData = name === 'DATA';
      socket.write(isData ? '354 Go on\r\n' : '250 Yes\r\n');
    }

    function mail(): void {
      const [next = { answer: '250 Taken\r\n' }] = rude;
      const end = text.indexOf('\r\n.\r\n');
      if ('cutAfterBytes' in next ? text.length < next.cutAfterBytes : end < 0) return;
      rude.shift();
      isData = false;
      if ('cutAfterBytes' in next) return void socket.destroy();
      taken.push(text.slice(0, end));
      text = text.slice(end + 5);
      if (next.answer === null) return void socket.destroy();
      socket.write(next.answer);
      // Half an answer is none.
      if (!next.answer.endsWith('\r\n')) socket.destroySoon();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The ids of what it has. */
    taken: () => taken.map((mail) => /^message-id: (.+)$/im.exec(mail)?.[1]?.trim()),
    /** To each of the next mails. */
    is: (...next: readonly Rudeness[]) => void rude.push(...next),
    async close(): Promise<void> {
      for (const line of lines) line.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
export type RudeMailServer = Awaited<ReturnType<typeof rudeMailServer>>;
