import { type ChangeLeadBody, leadStatuses, type LeadStatus, textLimits } from '@voordeur/contracts/http';
import { IsIn, ValidateIf } from 'class-validator';
import { Lines } from '../platform/form-fields.js';
import { Optional } from '../platform/validation.pipe.js';

export class ChangeLeadDto implements ChangeLeadBody {
  @Optional()
  @IsIn(leadStatuses)
  status?: LeadStatus;

  // Absent leaves it as it is, null takes it away.
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @Lines(textLimits.note)
  note?: string | null;
}
