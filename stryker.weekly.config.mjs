import config from './stryker.config.mjs'

/** Mutation tests of what changes less often: `npm run mutation:weekly`. */
export default {
  ...config,
  // Code that decides about risk, secrets or messages.
  mutate: [
    'src/service/risk/{assess,parties/reputation,score}.ts',
    'src/service/risk/detectors/{address-poisoning,bulk-transfer,connected-address,control-change}.ts',
    'src/service/risk/detectors/{foreign-delegatecall,one-sided-order,open-executor,token-lookalike,unknown-grant}.ts',
    'src/service/egress/{egress-policy,address-guard}.ts',
    'src/service/secrets/{masking,sealing}.ts',
    'src/service/destinations/secrets.ts',
    'src/service/alerts/delivery/attempts/{attempt-outcome,schedule}.ts',
    'src/service/keys/rate-limit.ts',
    'src/config/request-slots.ts',
    'src/cli/prompts/{confirm,protected-profile}.ts',
    'src/cli/output/terminal-text.ts',
  ],
  vitest: { ...config.vitest, configFile: 'vitest.mutation-weekly.config.ts' },
  htmlReporter: { fileName: 'coverage/mutation-weekly.html' },
  jsonReporter: { fileName: 'coverage/mutation-weekly.json' },
}
