import { InjectQueue } from '@nestjs/bullmq';
import { Controller, Get, ServiceUnavailableException } from '@nestjs/common';
import { queueNames } from '@voordeur/contracts/jobs';
import { healthLimits, oldestJobMs } from '@voordeur/server';
import type { Queue } from 'bullmq';
import pTimeout from 'p-timeout';
import { DataSource } from 'typeorm';

const answerWithinMs = 2_000;

/** For the supervisor, compose and an operator on this machine; never reachable through nginx. */
@Controller('health')
export class HealthController {
  private readonly queues: Queue[];
  /** A hanging service isn't asked again while a question is open: the client would queue one for each check. */
  private readonly asking = new Map<string, Promise<unknown>>();

  constructor(
    private readonly db: DataSource,
    @InjectQueue(queueNames.visits) visits: Queue,
    @InjectQueue(queueNames.videoViews) videoViews: Queue,
    @InjectQueue(queueNames.goals) goals: Queue,
    @InjectQueue(queueNames.signups) signups: Queue,
    @InjectQueue(queueNames.unsubscribes) unsubscribes: Queue,
  ) {
    this.queues = [visits, videoViews, goals, signups, unsubscribes];
  }

  @Get('live')
  live() {
    return { status: 'ok' };
  }

  @Get('ready')
  async ready() {
    const problems = await this.problems();
    if (problems.length > 0) throw new ServiceUnavailableException({ status: 'not ready', problems });
    return { status: 'ok' };
  }

  private async problems(): Promise<string[]> {
    const postgres = this.ask('postgres', () => this.db.query('select 1'));
    const waits = this.ask('redis', () => Promise.all(this.queues.map((queue) => oldestJobMs(queue))));
    const [database, redis] = await Promise.allSettled([postgres, waits]);
    const problems: string[] = [];
    if (database.status === 'rejected') problems.push('Postgres does not answer');
    if (redis.status === 'rejected') problems.push('Redis does not answer');
    else
      this.queues.forEach((queue, index) => {
        if ((redis.value[index] ?? 0) > healthLimits.oldestJobSeconds * 1_000)
          problems.push(`queue ${queue.name} is not moving`);
      });
    return problems;
  }

  private ask<Answer>(service: string, question: () => Promise<Answer>): Promise<Answer> {
    const asked = this.asking.get(service) ?? question().finally(() => this.asking.delete(service));
    this.asking.set(service, asked);
    return pTimeout(asked as Promise<Answer>, { milliseconds: answerWithinMs });
  }
}
