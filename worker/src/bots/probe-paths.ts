import type { Rule } from './bot-rules.js';

/**
 * Paths that only scanners request: none is a page of this site, or one that a visitor of an ordinary site opens. Paths
 * are matched in lower case, decoded, with single slashes; each example matches no other pattern here.
 */
export const probePaths: Rule[] = [
  {
    pattern: /\/(?:wp-login|xmlrpc|wp-config|wp-cron|wp-signup)\.php\b/,
    reason: "WordPress' doors",
    example: '/blog/wp-login.php',
  },
  {
    pattern: /\/wp-admin(?:\/|$)|\/wp-includes\/|\/wp-content\/.*\.php\b|\/wp-json\/wp\/v2\/users/,
    reason: "WordPress' inside, which its readers never open as a page",
    example: '/wordpress/wp-admin/',
  },
  {
    pattern:
      /\/\.(?:git|svn|hg|bzr|env|aws|ssh|docker|kube|vscode|idea|npmrc|htpasswd|htaccess|ds_store|bash_history|netrc|travis|circleci)(?:[./_-]|$)/,
    reason: 'Files that hold secrets, left behind by careless copies',
    example: '/.git/config',
  },
  {
    pattern: /\/phpunit\/|\/vendor\/(?:phpunit|composer|laravel)|eval-stdin\.php/,
    reason: 'A hole of PHPUnit (CVE-2017-9841)',
    example: '/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php',
  },
  { pattern: /\/cgi-bin\//, reason: 'Programs of old servers and routers', example: '/cgi-bin/luci' },
  {
    pattern:
      /\/(?:phpmyadmin|php-my-admin|pma|myadmin|mysqladmin|dbadmin|sqladmin)[\d.-]*(?:\/|$)|\/adminer[\w.-]*\.php\b/,
    reason: 'Database consoles',
    example: '/phpMyAdmin/index.php',
  },
  {
    pattern: /\/(?:phpinfo|php_info|info|test|i)\.php$|\/_profiler\/phpinfo/,
    reason: "PHP's report about itself",
    example: '/phpinfo.php',
  },
  {
    pattern:
      /\/(?:administrator\/index|admin\/config|config\.inc|setup-config|install|upgrade|installer)\.php\b/,
    reason: 'Installers and back offices of other products',
    example: '/admin/config.php',
  },
  {
    pattern:
      /\/(?:shell|webshell|c99|r57|wso|b374k|alfa|alfacgiapi|cmd|backdoor|up|uploader|mini|filemanager)\d*\.(?:php|jsp|aspx?)\b/,
    reason: 'Back doors of those who were here before',
    example: '/uploads/shell.php',
  },
  {
    pattern:
      /\/(?:actuator|jolokia|jmx-console|web-console|invoker|druid|heapdump)(?:\/|$)|\/manager\/html|\/solr\/admin|\/jenkins\/script/,
    reason: "Consoles of Java's servers",
    example: '/actuator/health',
  },
  {
    pattern: /\/(?:_ignition|telescope)\/|\/storage\/logs\/laravel/,
    reason: "Laravel's tools for debugging (CVE-2021-3129)",
    example: '/_ignition/execute-solution',
  },
  {
    pattern:
      /\/(?:boaform|goform|gponform|hnap1|evox|sdk\/weblanguage|onvif|stssys\.htm|setup\.cgi|currentsetting\.htm)(?:\/|$)/,
    reason: 'Routers and cameras',
    example: '/HNAP1',
  },
  {
    pattern:
      /\/(?:dana-na|dana-cached|remote\/(?:login|fgt_lang|logincheck)|sslvpn|global-protect|\+cscoe\+|owa\/auth|ecp\/|autodiscover\/|mgmt\/tm\/|tmui\/|vpn\/\.\.)/,
    reason: 'Gateways and mail servers of companies',
    example: '/owa/auth/logon.aspx',
  },
  {
    pattern:
      /\/server-status$|\/nginx_status$|\/fckeditor\/|\/ckfinder\/|\/aspnet_client\/|\/_vti_(?:bin|pvt)\/|\/struts2?\/|\/thinkphp\//,
    reason: "Parts of servers and of others' products with a history of holes",
    example: '/server-status',
  },
  {
    pattern:
      /\.(?:sql|bak|swp|old|save|pem|key|sqlite|mdb)(?:\.(?:gz|zip|bz2))?$|\/(?:backup|dump|database|db|www|site|web|public_html)\.(?:zip|rar|7z|tgz|tar(?:\.gz)?)$/,
    reason: 'Copies of sites and databases',
    example: '/backup.tar.gz',
  },
  {
    pattern: /(?:^|\/)\.\.(?:\/|$)|\/etc\/(?:passwd|shadow)|\/proc\/self\/|win\.ini$/,
    reason: 'Ways out of the folder of the site',
    example: '/static/../../secret',
  },
  {
    pattern:
      /<script|\bunion(?:\s|\+)+(?:all(?:\s|\+)+)?select\b|\$\{jndi:|\bsleep\(\d|\binformation_schema\b/,
    reason: 'Code instead of a path',
    example: '/search/<script>alert(1)</script>',
  },
];

/** Whether only scanners request this path, however it's written. Ignores the query. Never throws. */
export function isProbe(page: string): boolean {
  const path = plainPath(page);
  return probePaths.some(({ pattern }) => pattern.test(path));
}

/** As a server would read it: decoded (twice, because scanners encode twice), single slashes, lower case. */
function plainPath(page: string): string {
  const path = page.slice(0, 2_048).split(/[?#]/, 1)[0] ?? '';
  return decode(decode(path))
    .replaceAll('\\', '/')
    .replace(/\/+(?:\.\/+)*/g, '/')
    .toLowerCase();
}

/** Single bytes only: they are enough to hide a path, and a broken sequence isn't an error here. */
const decode = (path: string): string =>
  path.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
