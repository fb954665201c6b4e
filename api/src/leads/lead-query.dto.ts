import {
  type Language,
  languages,
  leadKinds,
  type LeadKind,
  leadStatuses,
  type LeadStatus,
} from '@voordeur/contracts/http';
import { IsIn } from 'class-validator';
import { SearchText } from '../platform/form-fields.js';
import { PeriodQueryDto } from '../platform/paging.js';
import { Optional } from '../platform/validation.pipe.js';

/** Filters leads by when they were received; an absent filter matches all. */
export class LeadQueryDto extends PeriodQueryDto {
  @Optional()
  @IsIn(leadKinds)
  kind?: LeadKind;

  @Optional()
  @IsIn(leadStatuses)
  status?: LeadStatus;

  /** Only leads in quarantine, or only the others. */
  @Optional()
  @IsIn(['yes', 'no'])
  quarantine?: 'yes' | 'no';

  /** Only kinds that were promised an answer, or only the others. */
  @Optional()
  @IsIn(['yes', 'no'])
  asks?: 'yes' | 'no';

  @Optional()
  @IsIn(languages)
  language?: Language;

  /** The order in which answers are due; without it the newest come first. */
  @Optional()
  @IsIn(['oldest'])
  first?: 'oldest';

  /** Contained in the email address, phone number or text, ignoring case. */
  @Optional()
  @SearchText()
  q?: string;
}
