import type { LoginBody } from '@voordeur/contracts/http';
import { Line } from '../platform/form-fields.js';

const longestKey = 1_024;

export class LoginDto implements LoginBody {
  @Line(longestKey)
  secretKey!: string;
}
