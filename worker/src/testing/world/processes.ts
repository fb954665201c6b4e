import type { Scheduler } from 'fast-check';
import type { DataSource, QueryRunner } from 'typeorm';

/** Vitest's clock stands in for the global ones. */
const { setTimeout: realTimeout, setImmediate: realImmediate } = globalThis;

const forever = () => new Promise<never>(() => undefined);

/** A process of the world. A killed one never gets another turn, nor the result of a statement. */
export class Process {
  isDead = false;
  /** The thing that breaks after some more turns: the process, or its connection with a statement or with the result. */
  breaks: { what: 'process' | 'statement' | 'result'; turns: number } | null = null;
  readonly connections = new Set<Connection>();

  constructor(
    readonly name: string,
    /** Kills it and starts another one. */
    readonly crash: () => Promise<void> = forever,
  ) {}
}

/** A process's use of one connection to Postgres. */
interface Connection {
  runner: QueryRunner & {
    databaseConnection?: { processID: number; query: (sql: string) => Promise<unknown> };
  };
  isWaitingForResult: boolean;
}

interface Waiting {
  process: Process;
  order: number;
  label: string;
  resume: () => void;
}

/**
 * Lets processes go on one step at a time, in fast-check's order. A step ends where its process waits for another turn, or in
 * Postgres for a lock.
 */
export class Turns {
  private readonly waiting: Waiting[] = [];
  /** Work under way, in Postgres where it has a connection. */
  private readonly running = new Set<{ connection: Connection | null; isBlocked: boolean }>();
  private readonly onChange = new Set<() => void>();
  private changes = 0;
  private connections = 0;

  constructor(
    private readonly scheduler: Scheduler,
    private readonly monitor: DataSource,
  ) {}

  /** Resolves when it's the turn of this process; never, if that has been killed. `order` is among those of its own. */
  async next(process: Process, label: string, order = 0): Promise<void> {
    await new Promise<void>((resume) => this.waiting.push({ process, order, label, resume }));
    if (process.isDead) await forever();
    if (process.breaks) process.breaks.turns -= 1;
    if (process.breaks?.what !== 'process' || process.breaks.turns >= 0) return;
    await this.during(process.crash());
    await forever();
  }

  /** Makes the step that is under way last until this work is done. */
  async during<Result>(work: Promise<Result>, connection: Connection | null = null): Promise<Result> {
    const entry = { connection, isBlocked: false };
    this.running.add(entry);
    try {
      return await work;
    } finally {
      this.running.delete(entry);
      this.changes += 1;
      for (const one of this.running) one.isBlocked = false;
      for (const resolve of this.onChange) resolve();
      this.onChange.clear();
    }
  }

  /** Runs until no process waits for its turn. */
  async untilIdle(): Promise<void> {
    for (;;) {
      await this.stepEnds();
      const byName = (a: Waiting, b: Waiting) =>
        a.process.name.localeCompare(b.process.name) || a.order - b.order;
      for (const { label, resume } of this.waiting.splice(0).sort(byName))
        void this.scheduler.schedule(Promise.resolve(), label).then(resume);
      if (this.scheduler.count() > 0) await this.scheduler.waitNext(1);
      // All of them wait for each other: Postgres finds that out.
      else if (this.running.size > 0) await this.change();
      else return;
    }
  }

  private async stepEnds(): Promise<void> {
    for (;;) {
      // All that the last result led to is done by then, but for other statements.
      await new Promise((resolve) => realImmediate(resolve));
      if ([...this.running].every(({ isBlocked }) => isBlocked)) return;
      await Promise.race([this.change(), this.findBlocked()]);
    }
  }

  private change(): Promise<void> {
    return new Promise((resolve) => this.onChange.add(resolve));
  }

  /** Asks only when a statement takes longer than most: Postgres doesn't tell by itself. */
  private async findBlocked(): Promise<void> {
    const { changes } = this;
    await new Promise((resolve) => realTimeout(resolve, 3));
    if (changes !== this.changes) return;
    const rows = await this.monitor.query<{ pid: number }[]>('select pid from pg_locks where not granted');
    if (changes !== this.changes) return;
    const pids = new Set(rows.map(({ pid }) => pid));
    for (const one of this.running)
      one.isBlocked = pids.has(one.connection?.runner.databaseConnection?.processID ?? 0);
  }

  /** From now on each statement of `db` waits for a turn of the process that is `current` when its connection is taken. */
  watch(db: DataSource, current: () => Process): () => void {
    const create = db.createQueryRunner.bind(db);
    db.createQueryRunner = (mode) => {
      const process = current();
      const order = (this.connections += 1);
      const runner = create(mode);
      const connection: Connection = { runner, isWaitingForResult: false };
      process.connections.add(connection);
      const query = runner.query.bind(runner) as (...given: unknown[]) => Promise<unknown>;
      const inTurn = async (sql: string, ...more: unknown[]) => {
        await this.next(process, `${process.name}: ${sql.trim().slice(0, 60)}`, order);
        const broken = process.breaks && process.breaks.turns < 0 ? process.breaks.what : null;
        if (broken) process.breaks = null;
        try {
          connection.isWaitingForResult = true;
          const result = broken === 'statement' ? null : await this.during(query(sql, ...more), connection);
          if (!broken) return result;
        } finally {
          connection.isWaitingForResult = false;
          if (process.isDead) await forever();
        }
        await this.during(this.rollBack(connection));
        throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
      };
      runner.query = inTurn as QueryRunner['query'];
      return runner;
    };
    return () => {
      db.createQueryRunner = create;
    };
  }

  /** As SIGKILL does: no further line of it runs, and Postgres rolls back what it had not committed. */
  async kill(process: Process): Promise<void> {
    process.isDead = true;
    for (const connection of process.connections) {
      if (connection.runner.isReleased || !connection.runner.databaseConnection) continue;
      await this.rollBack(connection);
      await connection.runner.release();
    }
  }

  /** Does what Postgres does when a connection ends, for a tenth of the price of another one. */
  private async rollBack({ runner: { databaseConnection }, isWaitingForResult }: Connection): Promise<void> {
    if (isWaitingForResult && databaseConnection)
      await this.monitor.query('select pg_cancel_backend($1)', [databaseConnection.processID]);
    await databaseConnection?.query('rollback');
  }
}
