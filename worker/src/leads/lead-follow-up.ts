import { Injectable } from '@nestjs/common';
import type { AcceptLead } from '@voordeur/contracts/jobs';
import type { EntityManager } from 'typeorm';

/** What follows from a lead: its webhook and its mails. Planned with the lead, begun after it. */
@Injectable()
export class LeadFollowUp {
  async plan(_tx: EntityManager, _lead: AcceptLead): Promise<void> {
    await Promise.resolve();
  }

  async kick(): Promise<void> {
    await Promise.resolve();
  }
}
