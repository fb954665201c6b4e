import { textLimits, type UnsubscribeBody } from '@voordeur/contracts/http';
import { Line, SimpleEmail } from '../platform/form-fields.js';
import { Optional } from '../platform/validation.pipe.js';

export class UnsubscribeDto implements UnsubscribeBody {
  @Optional()
  @SimpleEmail()
  email?: string;

  @Optional()
  @Line(textLimits.email)
  token?: string;
}
