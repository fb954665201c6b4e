import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Controller, Get } from '@nestjs/common';
import { type LaunchChecklistAnswer, templatesFile } from '@voordeur/contracts/http';
import { DataSource } from 'typeorm';
import { Config } from '../platform/config.js';
import { readEndpoints } from '../deliveries/read-endpoints.js';
import { Site } from '../platform/site-config.js';
import { findOpenSteps } from './open-steps.js';

@Controller('api/admin/launch-checklist')
export class LaunchController {
  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
    private readonly site: Site,
  ) {}

  @Get()
  async read(): Promise<LaunchChecklistAnswer> {
    const endpoints = await readEndpoints(this.db.manager);
    const webhooks = endpoints.filter(({ configured }) => configured).map(({ name }) => name);
    const templates = await readTemplates(this.config.siteBuild);
    return { open: findOpenSteps(this.config, this.site.config, { webhooks, templates }) };
  }
}

/** The site's documents that are still the example's templates, as the site's build found them; null without a build. */
async function readTemplates(siteBuild: string): Promise<string[] | null> {
  try {
    return JSON.parse(await readFile(join(siteBuild, templatesFile), 'utf8')) as string[];
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return null;
    throw error;
  }
}
