import { InjectQueue } from '@nestjs/bullmq';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type GoalBody, goalBodySchema } from '@voordeur/contracts/http';
import { type GoalEvent, queueNames, type RecordGoals } from '@voordeur/contracts/jobs';
import { newEventId, traceSend } from '@voordeur/server';
import type { Queue } from 'bullmq';
import { uuidv7 } from 'uuidv7';
import { browserChunks, ChunkGatherer } from '../platform/chunk-gatherer.js';
import { Config } from '../platform/config.js';
import { addHotRoute, type HotRoute } from '../platform/hot-route.js';
import { JobProducer } from '../platform/job-producer.js';

export const goalRoute: HotRoute = {
  path: '/api/goal',
  summary: 'Record that a form or the calendar was opened',
  body: goalBodySchema,
  perMinute: 600,
};

@Injectable()
export class GoalsRoute implements OnModuleInit {
  private readonly gathered = new ChunkGatherer<GoalEvent>(browserChunks, (events) =>
    this.jobs.add(this.queue, 'record-goals', { events } satisfies RecordGoals, uuidv7()),
  );

  constructor(
    @InjectQueue(queueNames.goals) private readonly queue: Queue,
    private readonly jobs: JobProducer,
    private readonly config: Config,
    private readonly http: HttpAdapterHost,
  ) {}

  onModuleInit(): void {
    addHotRoute(this.http, this.config, goalRoute, (body, client) => {
      const reached: GoalEvent = { ...newEventId(), goal: (body as GoalBody).goal, ...client };
      const stored = traceSend(this.queue.name, reached, () => this.gathered.add(reached));
      return { id: reached.id, stored };
    });
  }
}
