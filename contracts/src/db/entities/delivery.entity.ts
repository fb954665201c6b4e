import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation, Unique } from 'typeorm';
import type { DeliveryStatus, WebhookEndpoint } from '../../http/delivery.js';

/**
 * One event for one endpoint, written in the transaction that stores the event: Postgres is the outbox, queues only
 * carry ids. `id` is a UUIDv7 and the `webhook-id` of all its attempts.
 */
@Entity('deliveries')
@Unique('deliveries_once', ['eventId', 'endpoint'])
@Index('deliveries_of_endpoint', ['endpoint', 'id'])
@Index('deliveries_to_enqueue', ['endpoint', 'enqueueAt'], { where: "status = 'waiting'" })
@Index('deliveries_failed', ['endpoint', 'createdAt'], { where: "status = 'failed'" })
@Index('deliveries_of_lead', ['leadId'], { where: 'lead_id is not null' })
@Index('deliveries_created_at', ['createdAt'])
export class Delivery {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  eventId!: string;

  @Column('text')
  endpoint!: WebhookEndpoint;

  @Column('text')
  type!: string;

  /** The fields of the body beside `type`, `id` and `timestamp`. */
  @Column('jsonb')
  payload!: Record<string, unknown>;

  @Column('timestamptz')
  occurredAt!: Date;

  @Column('uuid', { nullable: true })
  leadId!: string | null;

  @Column('text', { default: 'waiting' })
  status!: DeliveryStatus;

  /** Counts every scheduling, replays too. A job names the turn it is for, and finds nothing to do in a later one. */
  @Column('integer', { default: 0 })
  turn!: number;

  /** Requests begun: the number of the last attempt. */
  @Column('integer', { default: 0 })
  attempts!: number;

  /** Failed attempts of the present schedule; a replay restarts it. */
  @Column('integer', { default: 0 })
  failures!: number;

  /** Null when nothing more is to come. */
  @Column('timestamptz', { nullable: true })
  nextAttemptAt!: Date | null;

  /** When a job is due for it; moved ahead when it has one, so that a job that got lost is made again. */
  @Column('timestamptz')
  enqueueAt!: Date;

  @Column('timestamptz', { nullable: true })
  deliveredAt!: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}

/** One request. Written before it is sent, so that one whose process died is seen too: it has no outcome. */
@Entity('delivery_attempts')
export class DeliveryAttempt {
  @PrimaryColumn('uuid')
  deliveryId!: string;

  @ManyToOne(() => Delivery, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'delivery_id', foreignKeyConstraintName: 'delivery_attempts_delivery' })
  delivery!: Relation<Delivery>;

  @PrimaryColumn('integer')
  number!: number;

  @Column('timestamptz', { default: () => 'now()' })
  attemptedAt!: Date;

  @Column('integer', { nullable: true })
  durationMs!: number | null;

  @Column('integer', { nullable: true })
  statusCode!: number | null;

  /** The name of what went wrong, never its text. */
  @Column('text', { nullable: true })
  error!: string | null;

  /** Of the answer's body, at most 1,024 bytes. */
  @Column('text', { nullable: true })
  responseStart!: string | null;
}

/** What is known of an endpoint beside the settings: the worker notes at boot which have an address. */
@Entity('webhook_endpoints')
export class WebhookEndpointState {
  @PrimaryColumn('text')
  name!: WebhookEndpoint;

  @Column('boolean', { default: true })
  configured!: boolean;

  /** Nothing is sent from here on until the owner switches it on; its deliveries wait. */
  @Column('timestamptz', { nullable: true })
  offSince!: Date | null;

  @Column('text', { nullable: true })
  offReason!: string | null;
}
