import {
  type Language,
  languages,
  leadKinds,
  type LeadKind,
  leadStatuses,
  type LeadStatus,
} from '@voordeur/contracts/http';
import { IsIn } from 'class-validator';
import { RealDateTime, SearchText, Uuid } from '../platform/form-fields.js';
import { Optional } from '../platform/validation.pipe.js';

/** Which leads to list; an absent filter matches all. A date-time without an offset is in the site's zone. */
export class LeadQueryDto {
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

  @Optional()
  @IsIn(languages)
  language?: Language;

  /** Received at this instant or later. */
  @Optional()
  @RealDateTime()
  from?: string;

  /** Received before this instant. */
  @Optional()
  @RealDateTime()
  to?: string;

  /** Contained in the email address, phone number or text, ignoring case. */
  @Optional()
  @SearchText()
  q?: string;

  /** The last lead of the previous page. */
  @Optional()
  @Uuid()
  cursor?: string;
}
