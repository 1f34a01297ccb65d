/** Mutation tests: `npm run mutation`, or `npm run mutation -- --mutate src/service/evm/logs.ts` for one file. */
export default {
  // Code that decides now about money or about what is sent.
  mutate: [
    'src/service/chain/simulation/{approvals,asset-changes,executed,plan,summarize}.ts',
    'src/service/evm/{allowance,holdings,logs}.ts',
    'src/service/follower/activity/{transfers,verify-transfer}.ts',
    'src/service/follower/{audit/suspects,notify/sent-steps,verdict/match-validation}.ts',
    'src/service/store/repositories/chain-heads.ts',
    'src/proxy/decide/{decide,decide-validated,methods}.ts',
    'src/proxy/holds/*.ts',
    'src/proxy/record/sent-transactions.ts',
  ],
  mutator: {
    // Texts are not behaviour: a test that fails for every changed word says nothing about a decision.
    excludedMutations: ['StringLiteral'],
  },
  testRunner: 'vitest',
  // All of the folder of the mutation tester (test/mutation).
  plugins: ['@stryker-mutator/*'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: true },
  coverageAnalysis: 'perTest',
  // Tables and texts that are read when a module loads: a tenth of the mutants, and three quarters of the time.
  ignoreStatic: true,
  concurrency: 2,
  // A file that does not exist: Stryker would rewrite tsconfig.json with the API of TypeScript, which version 7 does not have.
  tsconfigFile: 'none.json',
  tempDirName: 'coverage/stryker',
  ignorePatterns: ['coverage', 'dist', 'docs', 'test/mutation', 'test/tools'],
  reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: 'coverage/mutation.html' },
  jsonReporter: { fileName: 'coverage/mutation.json' },
  // Figures are compared by hand, because the score is of interest and not a gate.
  thresholds: { high: 90, low: 85, break: null },
}
