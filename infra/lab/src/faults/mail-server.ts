import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface MailServer {
  url: string;
  /** The Message-IDs that each reply was accepted under, one for each time, by the mark that is its text. */
  replies: Map<string, string[]>;
  shut: () => Promise<void>;
}

/** The owner's mail server: a real little one that takes everything, and counts the replies. */
export async function openMailServer(): Promise<MailServer> {
  const replies: MailServer['replies'] = new Map();
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, _session, done) {
      const accept = (mail: string) => {
        const mark = /^reply-[\da-f-]{36}$/m.exec(mail)?.[0];
        const [, messageId = ''] = /^message-id: *(\S+)$/im.exec(mail) ?? [];
        if (mark !== undefined) replies.set(mark, [...(replies.get(mark) ?? []), messageId]);
        done();
      };
      // A mail that a killed worker broke off isn't accepted.
      readAll(stream).then(accept, done);
    },
  });
  // A killed worker breaks its connections off.
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    replies,
    shut: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
  };
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('latin1').replaceAll('\r\n', '\n');
}
