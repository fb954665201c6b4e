import { type NewsletterConfirmBody, textLimits } from '@voordeur/contracts/http';
import { Line } from '../platform/form-fields.js';

export class NewsletterConfirmDto implements NewsletterConfirmBody {
  @Line(textLimits.email)
  token!: string;
}
