import net from 'node:net';

/** A way to a primary that a standby replicates over, and that can be slow and then cut: what was under way is gone. */
export async function replicationLine(target: number) {
  const pairs = new Set<readonly [net.Socket, net.Socket]>();
  let isHeld = false;
  const server = net.createServer((standby) => {
    const primary = net.connect(target, '127.0.0.1');
    const pair = [standby, primary] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    for (const socket of pair) socket.on('error', end).on('close', end);
    standby.pipe(primary);
    primary.on('data', (chunk) => {
      if (!standby.write(chunk)) {
        primary.pause();
        standby.once('drain', () => isHeld || primary.resume());
      }
    });
    if (isHeld) primary.pause();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });

  return {
    port: (server.address() as net.AddressInfo).port,
    /** From now on nothing of the primary's arrives. */
    hold(): void {
      isHeld = true;
      for (const [, primary] of pairs) primary.pause();
    },
    /** What is held is gone, and whoever comes next gets through. */
    cut(): void {
      isHeld = false;
      for (const pair of pairs) for (const socket of pair) socket.destroy();
    },
    close(): void {
      server.close();
      this.cut();
    },
  };
}
