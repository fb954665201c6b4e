import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
  Unique,
} from 'typeorm';
import type { WebhookEndpoint } from '../../http/delivery.js';

/**
 * `job`: work for a queue whose Redis was away. `erasure`: everything about an address, to be erased by a worker.
 * `visitor-request`: a visit to show to its visitor or to erase. `push`: a notification on the owner's devices. `check`: a
 * look at the internet that the owner asked for. `calendar`: a meeting to write into the owner's own calendar.
 */
export type EffectKind =
  'webhook' | 'mail' | 'job' | 'erasure' | 'visitor-request' | 'push' | 'check' | 'calendar';

/** `dropped`: no longer wanted when its time came. `failed`: its last attempt failed. `lastError` says why. */
export type EffectState = 'waiting' | 'sent' | 'dropped' | 'failed';

/** Workers listen on this channel of Postgres: notified when a transaction that planned an effect commits. */
export const outboxChannel = 'outbox';

/**
 * `type` of a mail. `confirm` and `unsubscribed` go to a subscriber, those of a meeting to who booked it, `reply` to a lead,
 * the others to the owner.
 */
export type MailType =
  | 'confirm'
  | 'unsubscribed'
  | 'meeting-booked'
  | 'meeting-moved'
  | 'meeting-cancelled'
  | 'meeting-reminder'
  | 'reply'
  | 'lead-notice'
  | 'lead-summary'
  | 'security-notice'
  | 'weekly-letter'
  | 'test';
/** The destination of every mail but replies, which have slots of their own: none waits behind a thousand notices. */
export const mailServer = 'smtp';
export const replyServer = 'smtp-replies';

/** `type` of a push, and the destination of each: it goes to every device of the owner's, a `test` to one. */
export type PushType = 'lead-notice' | 'lead-summary' | 'meeting-notice' | 'test';
export const pushServices = 'push';

/** `type` of a change in the owner's calendar: `copy` writes a meeting as it is then, `remove` takes out an erased one. */
export type CopyType = 'copy' | 'remove';
export const ownersCalendar = 'calendar';

/** The destination of each check. Its type is an `OwnerCheck`; its attempt has the finding. */
export const ownerCheckDestination = 'checks';

/**
 * Something to send. It's planned in the transaction that stores its cause, so both exist or neither does. The worker's
 * outbox sends it at least once.
 */
@Entity('outbox')
@Unique('outbox_once', ['destination', 'type', 'eventId'])
@Index('outbox_due', ['destination', 'dueAt'], { where: "state = 'waiting'" })
@Index('outbox_failed', ['destination', 'createdAt'], { where: "state = 'failed'" })
@Index('outbox_of_destination', ['destination', 'id'])
@Index('outbox_of_lead', ['leadId'], { where: 'lead_id is not null' })
@Index('outbox_created_at', ['createdAt'])
@Index('outbox_addresses', { synchronize: false }) // of an expression, which TypeORM cannot describe
@Check(
  'outbox_kind',
  `kind in ('webhook', 'mail', 'job', 'erasure', 'visitor-request', 'push', 'check', 'calendar')`,
)
@Check('outbox_state', `state in ('waiting', 'sent', 'dropped', 'failed')`)
export class Effect {
  /** A UUIDv7: the `webhook-id` of all attempts, part of a mail's Message-ID, or the job's own id. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  kind!: EffectKind;

  /** A webhook endpoint, `smtp` or `smtp-replies`, `push`, `checks`, `calendar`, or a queue. */
  @Column('text')
  destination!: string;

  /** The `type` of a webhook's body, the type of a mail or a push, or the name of a job. */
  @Column('text')
  type!: string;

  /** The event that caused it. One event has one effect of a type at a destination. */
  @Column('uuid')
  eventId!: string;

  /**
   * Only data that can't be read again at sending: a webhook's own fields, the week of a letter, the meeting of a mail or a push, how many leads a
   * summary is about, the device of a test and the devices that have a push, the whole job.
   */
  @Column('jsonb')
  payload!: Record<string, unknown>;

  @Column('uuid', { nullable: true })
  leadId!: string | null;

  @Column('timestamptz')
  occurredAt!: Date;

  @Column('text', { default: 'waiting' })
  state!: EffectState;

  /** When the next attempt is due; null when there won't be one, or while its lead is in quarantine. */
  @Column('timestamptz', { nullable: true })
  dueAt!: Date | null;

  /** A worker is making an attempt and renews this; if the worker dies, the attempt is made again after it. */
  @Column('timestamptz', { nullable: true })
  leasedUntil!: Date | null;

  /** The number of the last attempt, replays included. */
  @Column('integer', { default: 0 })
  attempts!: number;

  /** Failed attempts of the current schedule; a replay restarts it. */
  @Column('integer', { default: 0 })
  failures!: number;

  /** A status code or the name of an error, never its text. */
  @Column('text', { nullable: true })
  lastError!: string | null;

  @Column('timestamptz', { nullable: true })
  sentAt!: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  /** W3C's `traceparent` of the code that planned it; null if that isn't traced. */
  @Column('text', { nullable: true })
  trace!: string | null;
}

/** One attempt, stored before anything is sent: if its process dies, it stays here without a result. */
@Entity('outbox_attempts')
@Index('outbox_attempts_response', { synchronize: false }) // gin of trigrams, which TypeORM cannot describe
export class EffectAttempt {
  @PrimaryColumn('uuid')
  effectId!: string;

  @ManyToOne(() => Effect, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'effect_id', foreignKeyConstraintName: 'outbox_attempts_effect' })
  effect!: Relation<Effect>;

  @PrimaryColumn('integer')
  number!: number;

  @Column('timestamptz', { default: () => 'now()' })
  attemptedAt!: Date;

  @Column('integer', { nullable: true })
  durationMs!: number | null;

  @Column('integer', { nullable: true })
  statusCode!: number | null;

  @Column('text', { nullable: true })
  error!: string | null;

  /** At most the first 1,024 bytes of the response's body; what a check found, as JSON. */
  @Column('text', { nullable: true })
  responseStart!: string | null;
}

/** The state of an endpoint, in addition to the operator's settings, and the owner's address for it. */
@Entity('webhook_endpoints')
export class WebhookEndpointState {
  @PrimaryColumn('text')
  name!: WebhookEndpoint;

  /** Whether the worker that started last had a URL for it in its settings, which go before the owner's. */
  @Column('boolean', { default: true })
  configured!: boolean;

  /** The owner's address, by `webhookSeal`. */
  @Column('bytea', { nullable: true })
  sealedUrl!: Buffer | null;

  /** Nothing is sent from then on until the owner switches it back on; its deliveries wait. */
  @Column('timestamptz', { nullable: true })
  offSince!: Date | null;

  @Column('text', { nullable: true })
  offReason!: string | null;
}

/** A key that signs the owner's deliveries; a replaced one signs for another day. */
@Entity('webhook_keys')
export class WebhookKey {
  @PrimaryColumn('uuid')
  id!: string;

  /** By `webhookSeal`. */
  @Column('bytea')
  sealedKey!: Buffer;

  @Column('timestamptz', { default: () => 'now()' })
  madeAt!: Date;

  @Column('timestamptz', { nullable: true })
  replacedAt!: Date | null;
}
