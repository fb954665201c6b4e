import { Controller, Get } from '@nestjs/common';
import { type LaunchChecklistAnswer, launchSteps } from '@voordeur/contracts/http';
import { DataSource } from 'typeorm';
import { ApiCall, schemaOf } from '../platform/api-call.js';
import { Config } from '../platform/config.js';
import { readEndpointStates } from '../deliveries/read-endpoints.js';
import { CurrentMail } from '../platform/current-mail.js';
import { Site } from '../platform/site.js';
import { KeyStrength } from './key-strength.js';
import { findOpenSteps, readTemplates } from './open-steps.js';

@Controller('api/admin/launch-checklist')
export class LaunchController {
  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
    private readonly site: Site,
    private readonly mail: CurrentMail,
    private readonly key: KeyStrength,
  ) {}

  @Get()
  @ApiCall('The steps left before the site is ready for visitors', {
    answer: schemaOf({ open: { type: 'array', items: { enum: launchSteps } } }),
  })
  async read(): Promise<LaunchChecklistAnswer> {
    const endpoints = await readEndpointStates(this.db.manager);
    const webhooks = endpoints.filter(({ configured }) => configured).map(({ name }) => name);
    const templates = await readTemplates(this.config.siteBuild, this.db.manager);
    const { publicUrl } = this.config;
    const { sendsMail, sender, owner } = this.mail;
    const findings = { webhooks, templates, isKeyGuessable: this.key.canBeGuessed };
    return {
      open: findOpenSteps({ publicUrl, sendsMail, sender, owner }, this.site.config, findings),
    };
  }
}
