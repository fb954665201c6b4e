import type { LoginBody } from '@voordeur/contracts/http';
import { Line } from '../platform/form-fields.js';
import { Optional } from '../platform/validation.pipe.js';

export class LoginDto implements LoginBody {
  @Line(1_024)
  secretKey!: string;

  @Optional()
  @Line(10)
  code?: string;
}
