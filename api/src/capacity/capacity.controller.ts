import { Controller, Get } from '@nestjs/common';
import type { CapacityAnswer } from '@voordeur/contracts/http';
import { DataSource } from 'typeorm';
import { Config } from '../platform/config.js';
import { readCapacity } from './read-capacity.js';

@Controller('api/admin/capacity')
export class CapacityController {
  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
  ) {}

  @Get()
  read(): Promise<CapacityAnswer> {
    return readCapacity(this.db.manager, new Date(), this.config.timeZone);
  }
}
