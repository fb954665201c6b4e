import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An erasure of what somebody left for an address failed where that had no `@`. It was promised, so it's done now. */
export class RetryErasures1764550100100 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`update outbox set destination = 'erasures-by-text', payload = jsonb_build_object('text', payload->>'email'),
        state = 'waiting', failures = 0, due_at = now()
      where kind = 'erasure' and state = 'failed' and payload->>'email' <> '' and payload->>'email' !~ '.@.'`);
  }

  async down(): Promise<void> {
    // What was promised stays planned.
  }
}
