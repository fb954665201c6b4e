import { Controller, Header, HttpCode, Post } from '@nestjs/common';

@Controller('api/admin/browser-cache')
export class BrowserCacheController {
  /** The header makes the browser clear its cache of this site; its storage and the session stay. */
  @Post('clear')
  @HttpCode(204)
  @Header('Clear-Site-Data', '"cache"')
  clear(): void {
    // Nothing to do on the server.
  }
}
