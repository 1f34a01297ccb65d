/** Mutation tests: `npm run mutation`, or `npm run mutation -- --mutate src/service/risk/score.ts` for one file. */
export default {
  // Code that decides about money, secrets or messages.
  mutate: [
    'src/service/risk/{assess,parties/reputation,score}.ts',
    'src/service/risk/detectors/{address-poisoning,bulk-transfer,connected-address,control-change}.ts',
    'src/service/risk/detectors/{foreign-delegatecall,one-sided-order,open-executor,token-lookalike,unknown-grant}.ts',
    'src/service/egress/{egress-policy,addresses/{address-guard,embedded-ipv4}}.ts',
    'src/service/secrets/{masking,sealing}.ts',
    'src/service/destinations/secrets.ts',
    'src/service/alerts/delivery/attempts/{attempt-outcome,schedule}.ts',
    'src/service/follower/activity/{genuine,transfers}.ts',
    'src/service/follower/{audit/suspects,notify/sent-steps,verdict/match-validation}.ts',
    'src/service/store/repositories/chain-heads.ts',
    'src/service/keys/rate-limit.ts',
    'src/config/request-slots.ts',
    'src/cli/prompts/{confirm,protected-profile}.ts',
    'src/cli/output/terminal-text.ts',
  ],
  mutator: {
    // Texts are not behaviour: a test that fails for every changed word says nothing about a decision.
    excludedMutations: ['StringLiteral'],
  },
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: true },
  coverageAnalysis: 'perTest',
  // Tables and texts that are read when a module loads: a tenth of the mutants, and three quarters of the time.
  ignoreStatic: true,
  concurrency: 2,
  // A file that does not exist: Stryker would rewrite tsconfig.json with the API of TypeScript, which version 7 does not have.
  tsconfigFile: 'none.json',
  tempDirName: 'coverage/stryker',
  ignorePatterns: ['coverage', 'dist', 'docs', 'test/tools'],
  reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: 'coverage/mutation.html' },
  jsonReporter: { fileName: 'coverage/mutation.json' },
  // Figures are compared by hand, because the score is of interest and not a gate.
  thresholds: { high: 90, low: 85, break: null },
}
