import { Injectable, type OnModuleInit } from '@nestjs/common';
import { MailAccountRow } from '@voordeur/contracts/db';
import { parseMailbox, Seal } from '@voordeur/server';
import { DataSource } from 'typeorm';
import { Config } from '../platform/config.js';
import { LiveReader } from '../platform/live-reader.js';
import type { MailSettings } from '../platform/mail-settings.js';

/** How mail is sent now: as the operator set it, else as the owner did. */
@Injectable()
export class LiveMail extends LiveReader implements OnModuleInit {
  /** Undefined: no mail is sent. */
  current: MailSettings | undefined;

  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
  ) {
    super();
    this.current = config.mail;
  }

  /** Before the first job and the first effect. */
  async onModuleInit(): Promise<void> {
    const { mail, jwtSecret } = this.config;
    if (mail || jwtSecret === undefined) return;
    await this.readRepeatedly(() => this.read(jwtSecret));
  }

  private async read(jwtSecret: string): Promise<void> {
    // Without Postgres, which others report, the last one holds.
    const rows = await this.db.manager.find(MailAccountRow).catch(() => null);
    if (rows) this.current = rows[0] && settingsOf(rows[0], jwtSecret, this.config);
  }
}

/** Undefined if its password can't be read any more, because JWT_SECRET has changed: the owner is asked for it again. */
function settingsOf(
  { host, port, security, userName, sealedPassword, sender, owner }: MailAccountRow,
  jwtSecret: string,
  { letter, timeZone, webhooks }: Config,
): MailSettings | undefined {
  const password = sealedPassword ? new Seal(jwtSecret, 'voordeur/mail').open(sealedPassword) : null;
  const [from, to] = [parseMailbox(sender), parseMailbox(owner)];
  if (!from || !to || (sealedPassword && !password)) return undefined;
  const url = new URL(`${security === 'tls' ? 'smtps' : 'smtp'}://${host}:${port}`);
  if (userName !== null) url.username = encodeURIComponent(userName);
  if (password) url.password = encodeURIComponent(password.toString());
  if (security === 'starttls') url.searchParams.set('requireTLS', 'true');
  return {
    ...letter,
    smtpUrl: url.href,
    // A session of the admin may be stolen; our own network stays out of its reach.
    publicHostsOnly: !webhooks.allowPrivate,
    from,
    owner: to,
    linkSecret: jwtSecret,
    timeZone,
  };
}
