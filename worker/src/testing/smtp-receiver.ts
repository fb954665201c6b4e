import { once } from 'node:events';
import { freePort } from '@voordeur/testing';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  parsed: ParsedMail;
  /** As it came over the wire. */
  raw: string;
  /** From the SMTP commands, not from the headers. */
  from: string;
  to: string[];
}

/** A real SMTP server that keeps received mails, and answers as a test configures. */
export async function startSmtpReceiver() {
  const mails: ReceivedMail[] = [];
  const port = await freePort();
  let server: SMTPServer;
  const behaviour = {
    /** The reply code to a recipient; null accepts. */
    refuseRecipient: null as number | null,
    /** The reply code after a message; null accepts. */
    refuseMessage: null as number | null,
    /** Its text in a refusal, after the code. */
    words: 'refused by the test',
    /** Whether it takes names before the @ that are not ASCII (RFC 6531). */
    smtpUtf8: true,
    /** Between taking a message and saying so. */
    beforeAccepting: (): Promise<unknown> => Promise.resolve(),
  };

  async function start(): Promise<void> {
    server = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      hideSMTPUTF8: !behaviour.smtpUtf8,
      logger: false,
      onRcptTo({ address }, _session, done) {
        const isOdd = !behaviour.smtpUtf8 && /[^\x20-\x7e].*@/.test(address);
        done(replyOf(isOdd ? 553 : behaviour.refuseRecipient, behaviour.words));
      },
      onData(stream, session, done) {
        keep(stream, session.envelope).then(() => {
          done(replyOf(behaviour.refuseMessage, behaviour.words));
          // A mail that a killed sender broke off isn't accepted.
        }, done);
      },
    });
    // A killed sender breaks its connections off.
    server.on('error', () => undefined);
    await once(server.listen(port, '127.0.0.1'), 'listening');
  }

  async function keep(
    stream: AsyncIterable<Buffer>,
    { mailFrom, rcptTo }: { mailFrom: false | { address: string }; rcptTo: { address: string }[] },
  ): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    const raw = Buffer.concat(chunks);
    await behaviour.beforeAccepting();
    if (behaviour.refuseMessage !== null) return;
    mails.push({
      parsed: await simpleParser(raw),
      raw: raw.toString('latin1'),
      from: mailFrom ? mailFrom.address : '',
      to: rcptTo.map(({ address }) => address),
    });
  }

  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(resolve);
    });

  await start();
  return { url: `smtp://127.0.0.1:${port}`, mails, behaviour, start, stop };
}

function replyOf(code: number | null, words: string): Error | null {
  return code === null ? null : Object.assign(new Error(words), { responseCode: code });
}
