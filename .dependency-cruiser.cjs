/** The doors of `contracts` and the way imports run; style and reasons in CONTRIBUTING.md. */
module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-circles-of-folders',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(api|contracts|server|worker|web|infra)/src' },
      to: { circular: true },
    },
    {
      name: 'features-know-no-app',
      comment:
        'The rule above treats a folder and its subfolders as one, so it misses a circle between them.',
      severity: 'error',
      from: { path: '^(api|worker)/src/[^/]+/', pathNot: '^api/src/(testing|openapi)/' },
      to: { path: '^$1/src/[^/]+$' },
    },
    {
      name: 'web-folders-never-import-their-parent',
      comment: 'For the same reason.',
      severity: 'error',
      from: { path: '^web/src/(.+)/[^/]+/[^/]+$' },
      to: { path: '^web/src/$1/[^/]+$' },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^(api|worker)/src/platform/' },
      to: { path: '^$1/src/', pathNot: '^$1/src/platform/' },
    },
    {
      name: 'web-opens-two-doors',
      comment:
        'A browser gets types, limits and texts; jobs and entities would bring a server into the page.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^contracts/(src|dist)/(jobs|db)/' },
    },
    {
      name: 'contracts-through-its-doors',
      comment: 'Only the four entries of its package.json, so that files behind them can move.',
      severity: 'error',
      from: { pathNot: '^contracts/' },
      to: {
        path: '^contracts/(src|dist)/',
        pathNot: '^contracts/dist/(http|messages|jobs|db)/index\\.(js|d\\.ts)$',
      },
    },
    {
      name: 'contracts-knows-nobody',
      severity: 'error',
      from: { path: '^contracts/' },
      to: { path: '^(server|api|worker|web|infra)/' },
    },
    {
      name: 'server-knows-contracts-alone',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(api|worker|web|infra)/' },
    },
    {
      name: 'web-is-no-server',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^server/' },
    },
    {
      name: 'server-through-its-door',
      severity: 'error',
      from: { pathNot: '^server/' },
      to: { path: '^server/(src|dist)/', pathNot: '^server/dist/index\\.(js|d\\.ts)$' },
    },
    {
      name: 'processes-never-import-each-other',
      comment: 'A registered @Processor class starts a worker wherever it is loaded.',
      severity: 'error',
      from: { path: '^(api|worker|web)/' },
      to: { path: '^(api|worker|web)/', pathNot: '^$1/' },
    },
    {
      name: 'api-and-worker-through-their-doors',
      comment: 'Only the two entries of their package.json; the rest of api and worker can move freely.',
      severity: 'error',
      from: { path: '^infra/' },
      to: {
        path: '^(api|worker)/(src|dist)/',
        pathNot: '^(api|worker)/dist/(testing/)?index\\.(js|d\\.ts)$',
      },
    },
    {
      name: 'web-runs-one-way',
      comment: 'app uses features, features use ui and lib; never back.',
      severity: 'error',
      from: { path: '^web/src/(features|ui|lib|i18n|config)/' },
      to: { path: '^web/src/app/' },
    },
    {
      name: 'features-do-not-meet',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/([^/]+)/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'ui-and-lib-know-no-feature',
      severity: 'error',
      from: { path: '^web/src/(ui|lib|i18n|config)/' },
      to: { path: '^web/src/features/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules|^(contracts|server|testing|api|worker)/dist' },
    // The specs of infra stay: they enter api and worker too.
    exclude: { path: '^(?!infra/).*\\.(spec|e2e)\\.tsx?$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
